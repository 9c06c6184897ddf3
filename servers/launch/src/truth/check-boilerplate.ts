import type { CitedSentence } from '../artifacts.ts';
import { isPhraseName, say } from '../claims/phrases.ts';
import { readSentences } from '../markdown/read-sentences.ts';

type Phrase = NonNullable<CitedSentence['phrase']>;

const template = 'template:';

/** Whether a named phrase, or a sentence of a named template, reads exactly like a sentence with its values. */
export const isBoilerplate = (
  text: string,
  { name, values }: Phrase,
  templates: Readonly<Record<string, string>>,
): boolean => {
  if (isPhraseName(name)) return say(name, values) === text;
  const key = name.startsWith(template) ? name.slice(template.length) : '';
  const source = Object.hasOwn(templates, key) ? templates[key] : undefined;
  if (source === undefined) return false;
  const filled = source.replaceAll(/__([A-Z][A-Z0-9_]*?)__/gu, (token, slot: string) =>
    Object.hasOwn(values, slot) ? (values[slot] ?? token) : token,
  );
  // A sentence that consists of one token says nothing of the template's own.
  const own = new Set(readSentences(source).map((sentence) => sentence.text));
  return readSentences(filled).some((sentence) => sentence.text === text) && !isOnlyToken(own, text, values);
};

const isOnlyToken = (own: ReadonlySet<string>, text: string, values: Phrase['values']): boolean =>
  Object.values(values).includes(text) && !own.has(text);
