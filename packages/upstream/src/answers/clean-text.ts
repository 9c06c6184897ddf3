/** No sentence of an upstream is longer here. */
export const longestText = 500;

/** One line of bounded length, without what could end a line or hide in it. */
export const cleanText = (text: string, longest = longestText): string => {
  const line = text
    .slice(0, longest * 2)
    // Controls, halves of pairs, direction marks, line separators, tags.
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
};
