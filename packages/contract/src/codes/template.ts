import type { z } from 'zod';

/**
 * A sentence with `{placeholders}` that are keys of the row's details. A list of sentences is tried from first to last,
 * and the first whose placeholders all have a value is used; so the last may only use required keys. A list is joined
 * with commas; if the placeholder is in quotation marks, each item is quoted.
 */
export type Template = string | readonly [string, ...string[]];

/** The placeholder names of one sentence. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The keys that are declared; an index signature, of open details or of none at all, declares nothing. */
type KeyOf<Details> = keyof { [Key in keyof Details as string extends Key ? never : Key]: 0 } & string;
type OptionalKeyOf<Details> = {
  [Key in KeyOf<Details>]: undefined extends Details[Key & keyof Details] ? Key : never;
}[KeyOf<Details>];

/** No string is assignable to this type, so the compiler shows the sentence in its error. */
interface TemplateProblem<Sentence extends string> {
  readonly problem: Sentence;
}

type CheckedText<Text extends string, Details, Allowed extends string> = [
  Exclude<Placeholders<Text>, Allowed>,
] extends [never]
  ? Text
  : [Exclude<Placeholders<Text>, KeyOf<Details>>] extends [never]
    ? TemplateProblem<`{${Exclude<Placeholders<Text>, Allowed>}} is optional: add a last template without it`>
    : TemplateProblem<`{${Exclude<Placeholders<Text>, KeyOf<Details>>}} is not a key of details`>;

type CheckedList<List extends readonly string[], Details> = List extends readonly [infer Last extends string]
  ? readonly [CheckedText<Last, Details, Exclude<KeyOf<Details>, OptionalKeyOf<Details>>>]
  : List extends readonly [infer First extends string, ...infer Rest extends readonly string[]]
    ? readonly [CheckedText<First, Details, KeyOf<Details>>, ...CheckedList<Rest, Details>]
    : never;

/** The template itself if its placeholders are valid, otherwise a sentence that says what is wrong. */
export type CheckedTemplate<Text extends Template, Details> = Text extends string
  ? CheckedList<readonly [Text], Details>[0]
  : Text extends readonly [string, ...string[]]
    ? CheckedList<Text, Details>
    : never;

const placeholder = /\{([^{}]*)\}/g;
/** A value may be as long as an argument; a sentence may not. The whole value is in the details. */
const longestValue = 256;

type Part = { readonly text: string; readonly key: string | null; readonly separator: string };
const comma = ', ';
const quotedComma = "', '";
const compiled = new Map<string, readonly Part[]>();

const templateParts = (text: string): readonly Part[] => {
  const known = compiled.get(text);
  if (known) return known;
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), key: null, separator: comma });
    end = match.index + match[0].length;
    const quoted = text[match.index - 1] === "'" && text[end] === "'";
    parts.push({ text: '', key: match[1] ?? '', separator: quoted ? quotedComma : comma });
  }
  if (end < text.length) parts.push({ text: text.slice(end), key: null, separator: comma });
  compiled.set(text, parts);
  return parts;
};

/** The sentences of a template, in the order in which they are tried. */
export const templateTexts = (template: Template): readonly string[] =>
  typeof template === 'string' ? [template] : template;

/** The placeholder names of one sentence. */
export const templateKeys = (text: string): readonly string[] =>
  templateParts(text).flatMap((part) => (part.key === null ? [] : [part.key]));

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const valueOf = (values: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(values, key) ? values[key] : undefined;

const renderValue = (value: unknown, separator: string): string => {
  const text = Array.isArray(value)
    ? value.map((item) => renderValue(item, comma)).join(separator)
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
};

/**
 * Renders the first sentence whose placeholders all have a value. If the details lack even the keys of the last
 * sentence (because another server sent them), the gap is shown as an ellipsis.
 */
export const renderTemplate = (template: Template, details: Readonly<Record<string, unknown>> | undefined): string => {
  const values = details ?? noValues;
  const parts = typeof template === 'string' ? templateParts(template) : firstComplete(template, values);
  let result = '';
  for (const part of parts) {
    const value = part.key === null ? part.text : valueOf(values, part.key);
    result += part.key === null ? part.text : isGiven(value) ? renderValue(value, part.separator) : '…';
  }
  return result;
};

const noValues: Readonly<Record<string, unknown>> = {};

/** Returns the parts of the first sentence whose placeholders all have a value, else the parts of the last sentence. */
const firstComplete = (texts: readonly string[], values: Readonly<Record<string, unknown>>): readonly Part[] => {
  let parts: readonly Part[] = [];
  for (const text of texts) {
    parts = templateParts(text);
    if (parts.every(({ key }) => key === null || isGiven(valueOf(values, key)))) break;
  }
  return parts;
};

/** Lists the problems of a template, for its author; empty if it is valid. */
export const templateProblems = (template: Template, details: z.ZodObject): readonly string[] => {
  const texts = templateTexts(template);
  const shape = details.shape as Readonly<Record<string, z.ZodType>>;
  return texts.flatMap((text, index) =>
    templateKeys(text).flatMap((key) => {
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (!schema) return [`{${key}} is not a key of the details`];
      const isLast = index === texts.length - 1;
      return isLast && schema._zod.optin === 'optional'
        ? [`{${key}} is optional, so the last template must not use it`]
        : [];
    }),
  );
};
