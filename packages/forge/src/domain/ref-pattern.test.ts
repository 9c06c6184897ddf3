import { expect, it } from 'vitest';
import { matchesRefPattern } from './ref-pattern.ts';

it.each([
  ['refs/heads/main', 'refs/heads/main', true],
  ['refs/heads/main', 'refs/heads/main2', false],
  ['refs/heads/*', 'refs/heads/main', true],
  ['refs/heads/*', 'refs/heads/a/b', false],
  ['refs/heads/**', 'refs/heads/a/b', true],
  ['refs/heads/**/fix', 'refs/heads/fix', true],
  ['refs/heads/**/fix', 'refs/heads/a/b/fix', true],
  ['refs/heads/rel-?.*', 'refs/heads/rel-1.2', true],
  ['refs/heads/rel-?.*', 'refs/heads/rel-10.2', false],
  ['refs/heads/[ab]', 'refs/heads/a', false],
  ['refs/heads/*x*y*', 'refs/heads/axbyc', true],
  ['', 'refs/heads/a', false],
])('matches %s with %s: %s', (pattern, ref, expected) => {
  expect(matchesRefPattern(pattern, ref)).toBe(expected);
});

it('matches a pattern with many stars without delay', () => {
  expect(matchesRefPattern(`refs/heads/${'*a'.repeat(100)}b`, `refs/heads/${'a'.repeat(230)}`)).toBe(false);
  expect(matchesRefPattern(`refs/heads/${'**/'.repeat(80)}x`, `refs/heads/${'a/'.repeat(100)}y`)).toBe(false);
});
