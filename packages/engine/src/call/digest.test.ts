import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, digestOf } from './digest.ts';

it('writes numbers, strings and keys as RFC 8785 does', () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0],
    string: '€$\u000f\nA\'B"\\"/',
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\"/"}',
  );
});

it('sorts keys by their UTF-16 units', () => {
  const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
  expect(Object.keys(JSON.parse(canonicalJson(value)) as object).filter((key) => key !== '1')).toEqual([
    '\r',
    '\u0080',
    'ö',
    '€',
    '😀',
    '\ufb33',
  ]);
});

it('is the same for the same value, however it was written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(digestOf(reversed as never)).toBe(digestOf(JSON.parse(JSON.stringify(value)) as never));
    }),
  );
});
