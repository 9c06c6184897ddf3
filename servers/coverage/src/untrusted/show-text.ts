import { escapeHidden } from '@recourse/contract/hidden-characters';

const escape = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;

/**
 * A name or line of the repository as it can be shown: every character that people see stays as it is, the others are
 * written out. Where something is written out, a backslash is doubled, so that no two names look the same.
 */
export const showText = (text: string, longest = 1024): string => {
  const cutText = text.length > longest ? `${cut(text, longest)}…` : text;
  return escapeHidden(cutText) === cutText ? cutText : escapeHidden(cutText.replaceAll('\\', '\\\\'), escape);
};

/** Shortens a string without splitting a character. */
const cut = (text: string, longest: number): string => {
  const whole = text.slice(0, longest);
  return /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(0, -1) : whole;
};

/** The same for text of several lines. */
export const showLines = (text: string, longest = 8192): string =>
  text
    .slice(-longest)
    .split('\n')
    .map((line) => showText(line.replaceAll('\t', '  ')))
    .join('\n');
