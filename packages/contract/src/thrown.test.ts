import { describe, expect, it } from 'vitest';
import { isFailure } from './failures/failure.ts';
import { fromUnknown } from './failures/from-unknown.ts';
import { hostileValues } from './testing/hostile-values.ts';
import { isInstance, toError } from './thrown.ts';

describe.each(hostileValues)('%s', (_, create) => {
  it('becomes a failure that can be written', () => {
    const failure = fromUnknown(create(), { effect: 'none' });
    expect(failure).toMatchObject({ code: 'INTERNAL_ERROR', effect: 'none' });
    expect(failure.cause_class).toMatch(/^[A-Za-z_$][\w$.-]{0,63}$/u);
    expect(() => JSON.stringify(failure)).not.toThrow();
  });

  it('counts neither as a failure nor as an instance of an unrelated class', () => {
    expect(isFailure(create())).toBe(false);
    expect(isInstance(create(), Map)).toBe(false);
  });

  it('becomes an error that can be read', () => {
    const error = toError(create());
    expect(typeof error.name).toBe('string');
    expect(typeof error.message).toBe('string');
    expect(() => `${String(error)}${error.stack}${String(error.cause)}`).not.toThrow();
  });
});

it('leaves a readable error as it is', () => {
  const error = new RangeError('x', { cause: 'y' });
  expect(toError(error)).toBe(error);
  expect(isInstance(error, RangeError)).toBe(true);
});
