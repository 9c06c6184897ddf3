import { visible } from './visible.ts';

/** HTML that is inserted as it is. Only `html` makes it from anything but constants. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: strings are escaped, `undefined` and `false` are left out, lists are joined. */
export type Part = Html | string | number | undefined | false | readonly Part[];

/** Builds HTML. Every string that is inserted is escaped, and its invisible characters are shown. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(
    compact(strings)
      .map((text, at) => (at < parts.length ? text + write(parts[at]) : text))
      .join(''),
  );

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Templates are indented for their readers; pages with thousands of sentences do not carry the indentation. */
const compact = (strings: TemplateStringsArray): readonly string[] => {
  const known = compacted.get(strings) ?? strings.map((text) => text.replaceAll(/\s*\n\s*/gu, '\n'));
  compacted.set(strings, known);
  return known;
};

const write = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(write).join('');
  return escape(visible(String(part)));
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/gu, (found) => entities[found] ?? found);
