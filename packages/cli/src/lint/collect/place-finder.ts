import type { Place } from '../facts.ts';

const lineEnd = /\r\n|\n|\r/g;

/** Turns offsets into lines and columns, for every way to end a line. Reads the text only when first asked. */
export const createPlaceFinder = (file: string, text: string): ((offset: number) => Place) => {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(lineEnd), (match) => match.index + match[0].length)];
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
};
