import { mergedLength } from './merged-length.ts';

const suffix = "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])?";
const upper = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const lower = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;

/** How the o200k encoding splits text before it merges bytes. No token crosses a border of these pieces. */
const pieces = new RegExp(
  [
    String.raw`[^\r\n\p{L}\p{N}]?${upper}*${lower}+${suffix}`,
    String.raw`[^\r\n\p{L}\p{N}]?${upper}+${lower}*${suffix}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join('|'),
  'gu',
);

const mostKnown = 20_000;
const longestKnown = 40;
const known = new Map<string, number>();

/**
 * An upper bound of the o200k tokens of any string. The encoding merges bytes in the order of their ranks;
 * this count makes the same merges up to the last rank of a shorter table, and each further merge could only lower it.
 */
export const countTokens = (text: string): number => {
  let count = 0;
  for (const [piece] of text.matchAll(pieces)) count += countPiece(piece);
  return count;
};

const countPiece = (piece: string): number => {
  if (piece.length > longestKnown) return mergedLength(piece);
  const remembered = known.get(piece);
  if (remembered !== undefined) return remembered;
  const count = mergedLength(piece);
  if (known.size >= mostKnown) known.clear();
  known.set(piece, count);
  return count;
};
