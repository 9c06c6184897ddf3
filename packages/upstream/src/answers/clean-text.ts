import { replaceHidden } from '@recourse/contract/hidden-characters';

/** The longest sentence that is repeated from an upstream. */
export const longestText = 500;

/** Turns a string into one line of bounded length without hidden characters. */
export const cleanText = (text: string, longest = longestText): string => {
  const line = replaceHidden(text.slice(0, longest * 2), ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length > longest ? `${withoutHalf(line.slice(0, longest - 1)).trimEnd()}…` : line;
};

/** Drops half of a surrogate pair at the end. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');
