import { oneLine } from './plain-text.ts';

const longestDescription = 300;

/** The first sentence of prose: not an image, not HTML, not a list. */
export const firstSentence = (markdown: string): string | undefined => {
  const paragraph = markdown
    .split(/\n\s*\n/)
    .find((block) => /^[\p{L}\p{N}`*_"]/u.test(block.trim()) && /\s/.test(block.trim()));
  const text = paragraph?.replaceAll(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1').replaceAll(/[*_`]/g, '');
  const line =
    text === undefined ? '' : oneLine((/^[\s\S]{1,300}?[.!?](?=\s|$)/.exec(text) ?? [text])[0], longestDescription);
  return line === '' ? undefined : line;
};
