import type { Json } from '@recourse/contract';
import { replaceHidden } from '@recourse/contract/hidden-characters';
import { holdsSecret } from '../adapter/secrets.ts';

/**
 * Turns a string of the document into one bounded line: no hidden characters, no markup around links, cut at a word.
 * A string that seems to contain a secret becomes empty.
 */
export const plainLine = (text: Json | undefined, maximum: number): string => {
  if (typeof text !== 'string') return '';
  const plain = text.slice(0, 20_000).replace(/\[([^[\]]{0,500})\]\([^()]{0,1000}\)/g, '$1');
  const line = replaceHidden(plain, ' ')
    .replace(/[\s\p{Cn}]+/gu, ' ')
    .trim();
  if (holdsSecret(line)) return '';
  if (line.length <= maximum) return line;
  const cut = line.slice(0, maximum - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > maximum / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

/** Its first sentence, where that says something, within the bound. */
export const firstSentence = (text: Json | undefined, maximum: number): string => {
  const line = plainLine(typeof text === 'string' ? (text.split(/\r?\n\s*\r?\n/)[0] ?? text) : text, 4_000);
  const sentence = /^.{15,}?[.!?](?= |$)/u.exec(line)?.[0] ?? line;
  return plainLine(sentence, maximum);
};
