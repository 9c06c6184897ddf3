import { cutDoc } from '../symbol.ts';

/** A doc comment with its place in the file. */
export interface DocComment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** The last doc comment between two places, where only comments and white space can be. */
export const docCommentIn = (text: string, start: number, end: number): DocComment | undefined => {
  const docs = [...text.slice(start, end).matchAll(comment)].filter(([found]) => /^\/\*\*(?!\/)/.test(found));
  const last = docs.at(-1);
  return last && { text: last[0], start: start + last.index, end: start + last.index + last[0].length };
};

export const isInternal = (doc: DocComment | undefined): boolean =>
  doc !== undefined && /@(?:internal|private|hidden)\b/.test(doc.text);

/** Removes the frame of a comment and turns its tags into Markdown. */
export const docToMarkdown = (doc: string): string => {
  const lines = doc
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const text = lines
    .join('\n')
    .replaceAll(/\{@link(?:code|plain)?\s+([^}|\s]+)(?:[|\s]+([^}]+))?\}/g, (_, target: string, label?: string) =>
      label === undefined ? `\`${target}\`` : label.trim(),
    )
    .replaceAll(parameter, (_, name: string, rest: string) => (rest === '' ? '' : `- \`${name}\`: ${rest}`))
    .replaceAll(/^@returns?\s+(?:\{[^}\n]*\}\s*)?/gm, '\nReturns: ')
    .replaceAll(/^@throws\s+(?:\{([^}\n]*)\}\s*)?/gm, '\nThrows: ')
    .replaceAll(/^@deprecated\s*/gm, '\nDeprecated. ')
    .replaceAll(/^@see\s+/gm, '\nSee ')
    .replaceAll(/^@(?:example|remarks|defaultValue|default)\b[ \t]*/gm, '\n')
    .replaceAll(/^@\w+.*$/gm, '')
    .replaceAll(/^(?!- `)(.+)\n(?=- `)/gm, '$1\n\n')
    .replaceAll(/\n{3,}/g, '\n\n');
  return cutDoc(text.trim());
};

/** A parameter without words says no more than the signature. */
const parameter = /^@param[ \t]+(?:\{[^}\n]*\}[ \t]*)?\[?([\w$.]+)(?:=[^\]\n]*)?\]?[ \t]*-?[ \t]*(.*)$/gm;
