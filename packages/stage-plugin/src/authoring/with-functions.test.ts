import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withFunctions } from './with-functions.ts';

describe('withFunctions', () => {
  it('sends the source of a function with that of the functions it uses', () => {
    const double = (value: number): number => value * 2;
    const quadruple = withFunctions({ double }, (value: number) => double(double(value)));
    expect(runInNewContext(`(${String(quadruple)})(5)`)).toBe(20);
    expect(quadruple(5)).toBe(20);
  });

  it('lets a function use another that uses more functions', () => {
    const one = (): number => 1;
    const two = withFunctions({ one }, () => one() + one());
    expect(runInNewContext(`(${String(withFunctions({ two }, () => two() + 1))})()`)).toBe(3);
  });
});
