import type { Io } from '../command.ts';
import { alignColumns } from './align-columns.ts';
import { clip } from './labelled.ts';
import { createPaint } from './paint.ts';

/** Rows under a heading, each cut to the width of the terminal. */
export const table = (
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  io: Pick<Io, 'colours' | 'columns'>,
): string => {
  const [first = '', ...lines] = alignColumns([heading, ...rows]).map((row) => clip(row, io.columns ?? Infinity));
  return [createPaint(io.colours).dim(first), ...lines].join('\n');
};
