import { expect, it } from 'vitest';
import { quietly } from './quietly.ts';

it('returns what the function returns', () => {
  expect(quietly(() => 7)).toBe(7);
});

it('returns undefined if the function throws', () => {
  const run = (): number => {
    throw new Error('The logger is broken');
  };
  expect(quietly(run)).toBeUndefined();
});
