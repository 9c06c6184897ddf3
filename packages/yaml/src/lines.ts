import { LineCounter } from 'yaml';

/** Finds the line and column of an offset, both from 1. */
export const createLines = (
  text: string,
): { at(offset: number): { readonly line: number; readonly column: number } } => {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) counter.addNewLine(end + 1);
  return {
    at: (offset) => {
      const { line, col } = counter.linePos(Math.min(offset, text.length));
      return { line, column: col };
    },
  };
};
