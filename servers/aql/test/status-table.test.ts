import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { mapAnswer } from '../src/mapping/map-answer.ts';
import type { LooseFail } from '@recourse/upstream';
import { describe, expect, it } from 'vitest';
import { statusTable, tableTime } from './status-table.ts';
import type { StatusRow } from './status-table.ts';

const map = ({ method, status, headers, body }: StatusRow, statuses: 'corrected' | 'strict'): Failure =>
  mapAnswer(
    { status, headers: new Headers(headers), body },
    { method, resource: { type: 'thing', id: '7' } },
    { rules: [], statuses, params: {}, fail: fail as unknown as LooseFail, now: tableTime },
  );

it('has at least sixty rows, no two of which are the same', () => {
  const answers = statusTable.map(({ method, status, headers, body }) =>
    JSON.stringify([method, status, headers, body]),
  );
  expect(statusTable.length).toBeGreaterThanOrEqual(60);
  expect(new Set(answers).size).toBe(answers.length);
});

describe('the corrected table', () => {
  it.each(statusTable)('$method $status $headers $body is $code', (row) => {
    const failure = map(row, 'corrected');
    expect(failure).toMatchObject({
      code: row.code,
      effect: row.effect,
      details: { http_status: row.status, ...row.details },
    });
    expect(failure.retry_after_ms).toBe(row.waitMs);
    expect(failure.cause_class).toBeUndefined();
  });
});

describe('the strict table', () => {
  it.each(statusTable)('$method $status $headers $body is $strict', (row) => {
    const failure = map(row, 'strict');
    expect(failure).toMatchObject({ code: row.strict, effect: row.effect, details: { http_status: row.status } });
    expect(failure.retry_after_ms).toBe(row.waitMs);
    expect(failure.cause_class).toBeUndefined();
  });
});
