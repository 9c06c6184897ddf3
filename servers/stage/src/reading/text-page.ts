import { countTokens } from '../tokens/count-tokens.ts';

/** A part of a string that fits a budget. */
export interface TextPage {
  readonly text: string;
  /** Where the next part begins; undefined at the end. */
  readonly nextOffset: number | undefined;
}

/** The longest part of a string from an offset that takes at most this many tokens as JSON. */
export const pageOfText = (text: string, offset: number, most: number): TextPage => {
  const rest = text.slice(offset);
  let length = rest.length;
  // A token has at least one byte and seldom more than twenty characters.
  if (length > 20 * most) length = 20 * most;
  for (;;) {
    const part = rest.slice(0, whole(rest, length));
    const count = countTokens(JSON.stringify(part));
    if (count <= most || part.length <= 1) {
      return { text: part, nextOffset: part.length < rest.length ? offset + part.length : undefined };
    }
    length = Math.max(1, Math.min(part.length - 1, Math.floor((part.length * most) / count)));
  }
};

/** A length that does not split a character in two. */
const whole = (text: string, length: number): number =>
  length < text.length && /[\uD800-\uDBFF]/.test(text[length - 1] ?? '') ? length - 1 || 2 : length;
