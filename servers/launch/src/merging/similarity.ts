/** Lines that say something: not blank, not a fence, not a heading. */
const significant = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.map((line) => line.trim()).filter((line) => /\w{3}/u.test(line) && !/^(?:#|```|~~~)/u.test(line)));

/** The share of the lines of two texts that both have, from 0 to 1. Texts without significant lines share nothing. */
export const similarity = (one: readonly string[], other: readonly string[]): number => {
  const first = significant(one);
  const second = significant(other);
  if (first.size === 0 || second.size === 0) return 0;
  const shared = [...first].filter((line) => second.has(line)).length;
  return shared / Math.max(first.size, second.size);
};

/** From this share on, two texts are the same text that was changed. */
export const mostlySame = 0.5;
