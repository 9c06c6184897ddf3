import { countTokens } from './count-tokens.ts';

/** Cuts a string so that it takes at most this many tokens, at the end of a character. */
export const clipTokens = (text: string, most: number): string => {
  if (countTokens(text.slice(0, 8 * most)) <= most && text.length <= 8 * most) return text;
  let characters = Array.from(text.slice(0, 8 * most));
  for (;;) {
    const cut = `${characters.join('')}…`;
    const count = countTokens(cut);
    if (count <= most || characters.length === 0) return cut;
    characters = characters.slice(0, Math.min(characters.length - 1, Math.floor((characters.length * most) / count)));
  }
};
