import { expect, it } from 'vitest';
import { nameParameters } from './name-parameters.ts';

const inBody = (wireName: string) =>
  ({ wireName, in: 'body', required: false, sensitive: false, definition: { type: 'string' } }) as const;

it('gives parameters whose names differ late in a long text names of their own', () => {
  const long = 'settlement_instruction_of_the_counterparty_of_the_transaction_';
  const names = nameParameters(
    ['first', 'second', 'third', 'fourth', 'fifth'].map((end) => inBody(`${long}${end}`)),
  ).map(({ name }) => name);
  expect(new Set(names).size).toBe(5);
  expect(names.filter((name) => name.length > 64)).toEqual([]);
});
