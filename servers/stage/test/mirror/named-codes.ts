import { lineAt } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** A word that looks like a code. Its owner is a plugin, or an object such as `constants`. */
const word = /(?<![\w.])(?:(?<owner>[A-Za-z][\w-]*)\.)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/gu;

export interface KnownNames {
  readonly codes: ReadonlySet<string>;
  /** Words that look like codes and are names of variables. */
  readonly variables: RegExp | undefined;
}

/** Finds the words in strings, comments and documents that look like codes and are not. */
export const findUnknownNames = (
  texts: readonly NamedText[],
  { codes, variables }: KnownNames,
): readonly Mismatch[] => {
  const plugins = new Set([...codes].flatMap((code) => /^[^.]+(?=\.)/u.exec(code) ?? []));
  // A plugin's own registry has its codes without its name.
  const rows = new Set([...codes].map((code) => code.replace(/^[^.]+\./u, '')));
  return texts.flatMap(({ name, text }) =>
    [...text.matchAll(word)]
      .filter(({ 0: found, groups }) => {
        const owner = groups?.['owner'];
        const isMember = owner !== undefined && !plugins.has(owner);
        return !isMember && !codes.has(found) && !rows.has(found) && variables?.test(found) !== true;
      })
      .map(({ 0: subject, index }) => ({ kind: 'unknown name', subject, place: lineAt(name, text, index) }) as const),
  );
};
