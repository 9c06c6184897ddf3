import { expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { queryLimits } from './query-limits.ts';

it('stops a query that answers too many fields', () => {
  const budget = new Budget(() => 0);
  for (let count = 0; count < queryLimits.values; count += 1) budget.spend();
  expect(() => budget.spend()).toThrow(/Ask for less data/);
});

it('stops a query that takes too long', () => {
  let now = 0;
  const budget = new Budget(() => now);
  now = queryLimits.milliseconds;
  expect(() => budget.spend()).not.toThrow();
  now += 1;
  expect(() => budget.spend()).toThrow(/Ask for less data/);
});

it('stops a query whose answer becomes too large', () => {
  const budget = new Budget(() => 0);
  const half = 'x'.repeat(queryLimits.resultCharacters / 2);
  budget.keep(half);
  budget.keep(half);
  budget.keep(12);
  expect(() => budget.keep('x')).toThrow(/Ask for less data/);
});
