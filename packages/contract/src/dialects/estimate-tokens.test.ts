import { expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

it('estimates a token for every four characters, and at least one', () => {
  expect([estimateTokens(''), estimateTokens('abcd'), estimateTokens('abcde')]).toEqual([1, 1, 2]);
});
