import { describe, expect, it } from 'vitest';
import { isFailure } from '../failures/failure.ts';
import type { Failure, NextAction } from '../failures/failure.ts';
import { fail } from '../failures/registry.ts';
import { dialectNames, loadDialect } from './index.ts';
import { recourse } from './recourse/index.ts';

const look: NextAction = {
  tool: 'find_payment',
  arguments: { amount: 5 },
  why: 'Shows payments of this amount.',
  applied_when: { pointer: '/paid', equals: true },
};
const failed = (action: NextAction): Failure =>
  fail('CONFLICT_OUTCOME_UNKNOWN', {}, { effect: 'unknown', next_actions: [action] });
const lookIn = (outcome: unknown): NextAction | undefined =>
  isFailure(outcome) ? outcome.next_actions?.[0] : undefined;

describe.each(dialectNames)('a look in %s', (name) => {
  it.each([look, { ...look, resembles: true as const }])('keeps its mark: %j', async (action) => {
    const dialect = await loadDialect(name);
    const wire: unknown = JSON.parse(JSON.stringify(dialect.render(failed(action))));
    expect(lookIn(dialect.parse(wire))).toEqual(action);
  });
});

it.each([
  [true, true],
  ['yes', true],
  [1, true],
  [null, true],
  [false, undefined],
])('reads the mark %j as %j: a look proves something only if it is plainly unmarked', (mark, read) => {
  const wire = recourse.render(failed(look));
  const marked = { ...wire, next_actions: [{ ...look, resembles: mark }] };
  expect(lookIn(recourse.parse(marked))?.resembles).toBe(read);
});
