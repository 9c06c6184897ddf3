import fc from 'fast-check';
import { expect, it } from 'vitest';
import { showText } from './show-text.ts';

it.each([
  'app/[id]/page.tsx',
  'node_modules/@scope/x.ts',
  'a file with spaces.ts',
  'src/naïve/日本語.ts',
  'src/(group)/$slug+layout.ts',
  'C:\\folder\\file.ts',
  'emoji 🚀.ts',
])('leaves %s as it is', (name) => {
  expect(showText(name)).toBe(name);
});

it.each([
  ['a\u202Eb', 'a\\u{202E}b'],
  ['zero\u200Bwidth', 'zero\\u{200B}width'],
  ['variation\uFE0F', 'variation\\u{FE0F}'],
  ['format\u{1D173}', 'format\\u{1D173}'],
  ['line\nfeed', 'line\\u{A}feed'],
  ['\u001B[31mred', '\\u{1B}[31mred'],
  ['\\\u0000', '\\\\\\u{0}'],
])('escapes the invisible characters in %j', (name, shown) => {
  expect(showText(name)).toBe(shown);
});

it('never shows two names as the same text', () => {
  const hostile = fc.string({ unit: fc.constantFrom('a', '\\', '{', '}', 'u', '2', '0', 'B', '\u200B', '\u202E') });
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      fc.pre(one !== other);
      return showText(one) !== showText(other);
    }),
  );
});

it('cuts no character in two', () => {
  expect(showText(`${'a'.repeat(9)}🚀b`, 10)).toBe(`${'a'.repeat(9)}…`);
});
