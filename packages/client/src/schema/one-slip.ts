/** The kinds of typing slips: two letters swapped, one too many or missing, one replaced by another. */
export type Slip = 'swapped' | 'extra' | 'replaced';

const fewestLetters = { swapped: 3, extra: 4, replaced: 6 } as const;

/**
 * The typing slip that makes one name of the other; undefined if none does. Names that differ in a digit, a sign, a short
 * word or the first letter of a word are different names: `page1` and `page2`, `sync` and `async`, `max_size` and
 * `min_size`, `column_a` and `column_b`. Case does not count.
 */
export const slipBetween = (one: string, other: string): Slip | undefined => {
  const [from, to] = [one.toLowerCase(), other.toLowerCase()];
  if (from === to || Math.abs(from.length - to.length) > 1) return undefined;
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let [end, toEnd] = [from.length, to.length];
  while (end > start && toEnd > start && from[end - 1] === to[toEnd - 1]) {
    end -= 1;
    toEnd -= 1;
  }
  const slip = kindOf(from.slice(start, end), to.slice(start, toEnd));
  if (!slip) return undefined;
  const words = [
    ...(end > start ? [wordAt(one, start, end)] : []),
    ...(toEnd > start ? [wordAt(other, start, toEnd)] : []),
  ];
  if (slip !== 'swapped' && words.some(({ from: first }) => first === start)) return undefined;
  return Math.max(...words.map(({ length }) => length)) < fewestLetters[slip] ? undefined : slip;
};

const kindOf = (differs: string, meant: string): Slip | undefined => {
  if (!/^\p{L}*$/u.test(differs + meant)) return undefined;
  if (differs.length + meant.length === 1) return 'extra';
  if (differs.length === 1 && meant.length === 1) return 'replaced';
  const isSwapped = differs.length === 2 && meant.length === 2 && differs[0] === meant[1] && differs[1] === meant[0];
  return isSwapped ? 'swapped' : undefined;
};

/** The word around a part of a name: words end at separators, digits and capitals. */
const wordAt = (name: string, start: number, end: number): { readonly from: number; readonly length: number } => {
  const ends = (at: number): boolean =>
    at <= 0 ||
    at >= name.length ||
    !/^\p{L}{2}$/u.test(name.slice(at - 1, at + 1)) ||
    /^\p{Ll}\p{Lu}$/u.test(name.slice(at - 1, at + 1));
  let from = start;
  while (!ends(from)) from -= 1;
  let to = end;
  while (!ends(to)) to += 1;
  return { from, length: to - from };
};

/** The letter that one of two names has more: whether a word ends with it, and the length of the word without it. */
const extraOf = (
  one: string,
  other: string,
): { readonly letter: string; readonly isLast: boolean; readonly length: number } | undefined => {
  if (one.length === other.length) return undefined;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < shorter.length && shorter[at]?.toLowerCase() === longer[at]?.toLowerCase()) at += 1;
  const { from, length } = wordAt(longer, at, at + 1);
  return { letter: longer[at] ?? '', isLast: at === from + length - 1, length: length - 1 };
};

const fewestInside = 5;

/**
 * Whether two values that one letter separates are rather two forms of a word or two short words: `delete` and
 * `deleted`, `user` and `users`, `rest` and `reset`, `prod` and `prd`.
 */
export const areTwoWords = (one: string, other: string): boolean => {
  const extra = extraOf(one, other);
  return extra !== undefined && (extra.isLast || extra.length < fewestInside);
};

/** Whether two names are two forms of a word, other than by the s of a plural: `delete` and `deleted`. */
export const areTwoForms = (one: string, other: string): boolean => {
  const extra = extraOf(one, other);
  return extra !== undefined && extra.isLast && extra.letter !== 's';
};

/**
 * Whether two names are the same words in another case or with other separators: `filePath` and `file_path`. A separator
 * counts between digits and at either end: `1.0` differs from `10`, `-1` from `1`. A single letter is never the same
 * in another case.
 */
export const isSameName = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) > 1 && plainOf(one) === plainOf(other);

const plainOf = (name: string): string =>
  name.replaceAll(/(?<=\p{L})[_\-. ](?=[\p{L}\d])|(?<=\d)[_\-. ](?=\p{L})/gu, '').toLowerCase();
