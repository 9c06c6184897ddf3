import { expect, it } from 'vitest';
import { Refused } from '../refused.ts';
import { pageOf } from './budget.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Question } from './cursor.ts';

const question: Question = { tool: 'debt', arguments: { profile: 'a.info', verbosity: 'brief' }, state: ['sha256:1'] };
const rows = Array.from({ length: 12 }, (_, index) => index);

it('returns the whole list, each row once', () => {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = pageOf(rows, {
      list: 'items',
      verbosity: 'brief',
      question,
      position: readCursor(cursor, { ...question, arguments: { ...question.arguments, ...(cursor && { cursor }) } }),
    });
    seen.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(rows);
});

it('shows only the list that the cursor belongs to', () => {
  const position = { list: 'files', offset: 5 };
  expect(pageOf(rows, { list: 'domains', verbosity: 'brief', question, position })).toEqual({ rows: [], total: 12 });
});

it.each([
  ['other arguments', { ...question, arguments: { profile: 'b.info', verbosity: 'brief' } }],
  ['another state of the data', { ...question, state: ['sha256:2'] }],
  ['another tool', { ...question, tool: 'check' }],
])('refuses a cursor of %s', (_, other) => {
  const cursor = writeCursor(question, { list: 'items', offset: 5 });
  expect(() => readCursor(cursor, other)).toThrow(Refused);
  expect(readCursor(cursor, question)).toEqual({ list: 'items', offset: 5 });
});

it.each(['', 'x', `${'A'.repeat(16)}.items.5`, '../../etc', 'AAAAAAAAAAAAAAAA.items.-1'])('refuses %j', (cursor) => {
  expect(() => readCursor(cursor, question)).toThrow(Refused);
});
