import { replaceHidden } from '@recourse/contract/hidden-characters';

/** Collapses white space as a browser does when it shows text, and leaves out invisible characters. */
export const collapse = (text: string): string => replaceHidden(text.replaceAll(/[\s\u00a0]+/g, ' '), '').trim();

/** Longer names and values are cut: no agent needs more to tell elements apart. */
export const mostNameLength = 1000;

/** Cuts a string without splitting a character in two. */
export const clip = (text: string, length = mostNameLength): string => {
  if (text.length <= length) return text;
  const end = length - 1;
  const splits = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '');
  return `${text.slice(0, splits ? end - 1 : end)}…`;
};
