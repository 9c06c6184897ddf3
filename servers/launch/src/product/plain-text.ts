import { replaceHidden } from '@recourse/contract/hidden-characters';
import type { Token } from 'markdown-it';

const longestTitle = 120;

/** The words of an inline token, without marks, images and HTML, on one line. */
export const plainTextOf = (token: Token | undefined): string =>
  oneLine(
    (token?.children ?? [])
      .map((child) => (isWord(child) ? child.content : child.type.endsWith('break') ? ' ' : ''))
      .join(''),
  );

/** Makes one bounded line without hidden characters out of text that may be a title. */
export const oneLine = (text: string, longest = longestTitle): string => {
  const line = replaceHidden(text, ' ').replaceAll(/\s+/g, ' ').trim();
  return line.length > longest
    ? `${line
        .slice(0, longest - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
    : line;
};

const isWord = ({ type }: Token): boolean => type === 'text' || type === 'text_special' || type === 'code_inline';
