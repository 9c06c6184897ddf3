import type { JsonObject } from '@recourse/contract';
import { digestOf } from '@recourse/engine/digest';
import { refuse } from '../refused.ts';

/** Where a list continues. It belongs to one question about one state of the data. */
export interface Position {
  readonly list: string;
  readonly offset: number;
}

/** A cursor is bound to the arguments of the question and the digests of the sources of the answer. */
export interface Question {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly state: readonly string[];
}

const form = /^[A-Za-z0-9_-]{16}\.([a-z]{1,16})\.(\d{1,9})$/;

export const writeCursor = (question: Question, { list, offset }: Position): string =>
  `${sealOf(question)}.${list}.${offset}`;

/** The start of each list that a cursor stands for; refused where it belongs to another question, or things have changed. */
export const readCursor = (cursor: string | undefined, question: Question): Position | undefined => {
  if (cursor === undefined) return undefined;
  const [, list, offset] = form.exec(cursor) ?? [];
  if (list === undefined || !cursor.startsWith(`${sealOf(question)}.`)) {
    throw refuse(
      'INPUT_REJECTED_OTHER',
      { field: 'cursor', reason: 'it belongs to a different call, or the data has changed since' },
      {
        hint: 'Repeat the call without a cursor. Then pass the cursors that it returns, and leave the other arguments unchanged.',
      },
    );
  }
  return { list, offset: Number(offset) };
};

const sealOf = ({ tool, arguments: args, state }: Question): string => {
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => name !== 'cursor'));
  return digestOf([tool, rest, [...state]]).slice(0, 16);
};
