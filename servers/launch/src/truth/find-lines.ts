import type { Claim } from '../artifacts.ts';
import { digestOf } from '../claims/create-claim.ts';

/** Lines of a file of the product; undefined if the file is gone. */
export type LinesOf = (path: string) => readonly string[] | undefined;

/** How far lines may move in a file and still be the cited ones. */
const reach = 60;
/** Claims with fewer words could be found anywhere; they must be near their lines. */
const fewWords = 4;

/** Whether the product still says a claim: at its lines, a few lines away, or in the same words in the same file. */
export const isCurrent = (claim: Claim, linesOf: LinesOf): boolean => {
  const lines = linesOf(claim.source.path);
  if (!lines) return false;
  if (digestOf(claim.source, lines) === claim.sha256) return true;
  const { start_line, end_line } = claim.source;
  for (let shift = 1; shift <= reach; shift += 1)
    for (const by of [shift, -shift])
      if (
        start_line + by >= 1 &&
        digestOf({ ...claim.source, start_line: start_line + by, end_line: end_line + by }, lines) === claim.sha256
      )
        return true;
  const words = wordsOf([claim.text]);
  if (words.trim() === '') return false;
  const isShort = words.trim().split(' ').length < fewWords;
  return (
    isShort ? wordsOf(lines.slice(Math.max(0, start_line - 1 - reach), end_line + reach)) : wordsOfFile(lines)
  ).includes(words);
};

const mostCharacters = 8000;

/** The beginning of the cited lines as they are now. */
export const citedLines = ({ source }: Claim, linesOf: LinesOf): string =>
  (linesOf(source.path) ?? [])
    .slice(source.start_line - 1, source.end_line)
    .join('\n')
    .slice(0, mostCharacters);

const known = new WeakMap<readonly string[], string>();

const wordsOfFile = (lines: readonly string[]): string => {
  let words = known.get(lines);
  if (words === undefined) {
    words = wordsOf(lines);
    known.set(lines, words);
  }
  return words;
};

/** The words of lines, without the marks of comments and the targets of links. A space is before and after each. */
const wordsOf = (lines: readonly string[]): string => {
  const text = lines
    .map((line) => line.replace(/^\s*(?:\/\/+|\/\*+|\*+|#+|--|;+|>)\s?/u, ''))
    .join('\n')
    .replaceAll(/\]\([^()\s]{0,2000}\)/gu, ' ')
    .toLowerCase();
  return ` ${(text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
};
