import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileValues } from '../testing/hostile-values.ts';
import { causeOf, isFailure } from './failure.ts';
import type { Failure } from './failure.ts';
import { coreRegistry, fail } from './registry.ts';

const callFail = fail as unknown as (code: unknown, details?: unknown, options?: unknown) => Failure;
const codes = coreRegistry.list().map(({ code }) => code);
const optionNames = [
  'message',
  'hint',
  'http',
  'retryable',
  'recovery',
  'effect',
  'subject',
  'next_actions',
  'similar',
  'retry_after_ms',
  'correlation_id',
  'cause',
  'cause_class',
];

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;
/** Functions that create the values: fast-check cannot carry a proxy whose traps throw. */
const garbage = fc.oneof(
  fc.constantFrom(...hostileValues.map(([, create]) => create)),
  fc
    .anything({ withBigInt: true, withMap: true, withSparseArray: true, withNullPrototype: true })
    .map((value) => () => value),
  fc.constant(() => cyclic),
  fc.constant(() => 'x'.repeat(1_000_000)),
  fc.constant(() => '\ud800'),
);
const fields = (names: readonly string[]) =>
  fc
    .dictionary(fc.constantFrom(...names), garbage, { maxKeys: 4 })
    .map((creators) => () => Object.fromEntries(Object.entries(creators).map(([name, create]) => [name, create()])));

const expectSound = (failure: Failure): void => {
  expect(isFailure(failure)).toBe(true);
  expect(failure.ok).toBe(false);
  expect(JSON.parse(JSON.stringify(failure))).toEqual(JSON.parse(JSON.stringify({ ...failure })));
  for (const text of [failure.code, failure.message, failure.hint, failure.correlation_id]) {
    expect(typeof text).toBe('string');
  }
};

describe('fail', () => {
  it('never throws for any input', () => {
    const detailNames = ['operation', 'param_name', 'problems', 'retry_after_seconds', 'available', 'value'];
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...codes.map((code) => () => code)), garbage),
        fc.oneof(garbage, fields(detailNames)),
        fc.oneof(garbage, fields(optionNames)),
        (code, details, options) => expectSound(callFail(code(), details(), options())),
      ),
      { numRuns: 500 },
    );
  });

  it.each(optionNames.filter((name) => name !== 'cause'))("answers INTERNAL_ERROR if '%s' is a symbol", (name) => {
    const failure = callFail('PERMISSION_DENIED', {}, { effect: 'applied', [name]: Symbol('x') });
    expect(failure).toMatchObject({ code: 'INTERNAL_ERROR', cause_class: 'InvalidOptions' });
    expect(failure.effect).toBe(name === 'effect' ? 'unknown' : 'applied');
    expect(causeOf(failure)).toBeInstanceOf(TypeError);
  });

  it.each([
    ['a throwing getter', { get value() { throw new Error('x'); } }], // prettier-ignore
    ['a bigint', { value: 10n }],
    ['a cycle', { value: cyclic }],
    ['a Map', { value: new Map() }],
  ])('answers INTERNAL_ERROR for details with %s', (_, value) => {
    const failure = callFail('VALIDATION_INVALID_VALUE', { param_name: 'a', rule: 'b', value });
    expect(failure).toMatchObject({ code: 'INTERNAL_ERROR', cause_class: 'InvalidDetails' });
    expect(causeOf(failure)).toBeDefined();
  });

  it('keeps the id of the call when its options are wrong', () => {
    const failure = callFail('PERMISSION_DENIED', {}, { correlation_id: 'c-1', http: '403' });
    expect(failure).toMatchObject({ code: 'INTERNAL_ERROR', correlation_id: 'c-1' });
  });
});
