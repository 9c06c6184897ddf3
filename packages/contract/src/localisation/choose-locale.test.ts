import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseLocale, locales } from './index.ts';

describe('chooseLocale', () => {
  it.each([
    ['es', 'es'],
    ['ES-mx', 'es'],
    ['es_MX.UTF-8', 'es'],
    ['en-GB', 'en'],
    ['*', 'en'],
    ['fr', undefined],
    ['', undefined],
    ['est', undefined],
    ['fr-CH, fr;q=0.9, en;q=0.8, es;q=0.7', 'en'],
    ['fr;q=1.0, es-419;q=0.5', 'es'],
    ['en;q=0.5, es;q=0.6', 'es'],
    ['en, es', 'en'],
    ['es, en', 'es'],
    ['es;q=0, fr', undefined],
    ['es;q=0, *;q=0.1', 'en'],
    ['fr, *;q=0.5, es;q=0.4', 'en'],
    [' es ; q = 0.8 , en;q=0.7', 'es'],
    ['es;q=1.5, en;q=0.1', 'en'],
    ['es;q=0.8;level=1, en;q=0.1', 'en'],
    ['es;quality=1', undefined],
  ])('takes %j for %s', (wanted, expected) => {
    expect(chooseLocale(wanted)).toBe(expected);
  });

  it('reads no more of a list than a person would write', () => {
    expect(chooseLocale(`${'fr,'.repeat(23)}es`)).toBe('es');
    expect(chooseLocale(`${'fr,'.repeat(24)}es`)).toBeUndefined();
    expect(chooseLocale(`${' '.repeat(600)}es`)).toBeUndefined();
  });

  it('returns one of our languages or undefined for any string', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000, unit: 'binary' }), (text) => {
        expect([undefined, ...locales]).toContain(chooseLocale(text));
      }),
    );
  });
});
