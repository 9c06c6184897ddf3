import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchUrl } from './match-url.ts';

const asRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\/]/gu, '\\$&')
      .replaceAll('*', '[^]*')
      .replaceAll('?', '[^]')}$`,
  );

describe('matchUrl', () => {
  it('agrees with the regular expression of the same pattern', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*', '?'), maxLength: 8 });
    fc.assert(fc.property(letters, pattern, (url, form) => matchUrl(url, form) === asRegExp(form).test(url)));
  });

  it('is fast for patterns with many stars', () => {
    expect(matchUrl('a'.repeat(2000), `${'*a'.repeat(200)}b`)).toBe(false);
  });

  it('matches URLs with patterns as people write them', () => {
    expect(matchUrl('http://localhost:1/api/orders?id=1', '*/api/*')).toBe(true);
    expect(matchUrl('http://localhost:1/api', '*/api/*')).toBe(false);
  });
});
