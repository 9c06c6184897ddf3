import { writeCursor } from './cursor.ts';
import type { Position, Question } from './cursor.ts';

export const verbosities = ['brief', 'normal', 'verbose'] as const;
export type Verbosity = (typeof verbosities)[number];

/** How many rows of a list one answer shows. */
const rowsShown: Readonly<Record<Verbosity, number>> = { brief: 5, normal: 20, verbose: 500 };

export interface PageOptions {
  readonly list: string;
  readonly verbosity: Verbosity;
  readonly question: Question;
  /** Where the caller's cursor points; if that is in another list, this one is not shown. */
  readonly position: Position | undefined;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Continues where this page ends; absent at the end. */
  readonly nextCursor?: string;
}

/** The part of a list that an answer has room for. The rows come in the order of their importance. */
export const pageOf = <Row>(rows: readonly Row[], { list, verbosity, question, position }: PageOptions): Page<Row> => {
  if (position && position.list !== list) return { rows: [], total: rows.length };
  const offset = position?.offset ?? 0;
  const end = offset + rowsShown[verbosity];
  return {
    rows: rows.slice(offset, end),
    total: rows.length,
    ...(end < rows.length && { nextCursor: writeCursor(question, { list, offset: end }) }),
  };
};
