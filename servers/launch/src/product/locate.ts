import type { ProductFacts } from '../artifacts.ts';

export type Citation = ProductFacts['topics'][number]['source'];

/** Cites the first line that matches, or the first line of the file. */
export const locate = (path: string, text: string, pattern: RegExp): Citation => {
  const index = text.split('\n').findIndex((line) => pattern.test(line));
  return cite(path, Math.max(index, 0) + 1);
};

export const cite = (path: string, start: number, end = start): Citation => ({
  path,
  start_line: start,
  end_line: Math.max(start, end),
});

/** Shortens text at the end of a line. */
export const cutLines = (text: string, mostLines: number, mostCharacters: number): string => {
  const lines = text.split('\n').slice(0, mostLines);
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > mostCharacters + 1);
  return (end === -1 ? lines : lines.slice(0, end)).join('\n');
};
