/**
 * Finds a phrase in a message, without regard to case. It begins and ends at the edge of a word, and `*` stands for any
 * text in between. There are no regular expressions in rules: every match takes time linear to the text.
 */
export const findPhrase = (text: string, phrase: string): string | undefined => {
  const parts = phrase.toLowerCase().split('*');
  const lower = text.toLowerCase();
  const [first = '', ...others] = parts;
  let start = findWhole(lower, first, 0, others.length === 0);
  while (start !== -1) {
    const end = endOf(lower, others, start + first.length);
    if (end !== undefined) return text.slice(start, Math.min(end, start + longestQuote));
    // The rest is not found after the first place, so it is not after a later one.
    if (others.length > 0) return undefined;
    start = findWhole(lower, first, start + 1, true);
  }
  return undefined;
};

const longestQuote = 200;

const endOf = (text: string, parts: readonly string[], from: number): number | undefined => {
  let at = from;
  for (const [index, part] of parts.entries()) {
    const found = index === parts.length - 1 ? findEnd(text, part, at) : text.indexOf(part, at);
    if (found === -1) return undefined;
    at = found + part.length;
  }
  return at;
};

/** The first place where the part begins a word, and, if it is the last one too, ends one. */
const findWhole = (text: string, part: string, from: number, isLast: boolean): number => {
  if (part === '') return -1;
  for (let at = text.indexOf(part, from); at !== -1; at = text.indexOf(part, at + 1))
    if (!joins(text, at) && (!isLast || !joins(text, at + part.length))) return at;
  return -1;
};

const findEnd = (text: string, part: string, from: number): number => {
  if (part === '') return from;
  for (let at = text.indexOf(part, from); at !== -1; at = text.indexOf(part, at + 1))
    if (!joins(text, at + part.length)) return at;
  return -1;
};

const joins = (text: string, at: number): boolean => isWord(text[at - 1]) && isWord(text[at]);

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
