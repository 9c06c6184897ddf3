import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { cleanText } from './clean-text.ts';
import { readSaid } from './said.ts';

const said = (body: unknown, headers: Record<string, string> = {}) =>
  readSaid({ status: 400, headers: new Headers(headers), body });

it.each([
  [{ message: 'from GitHub' }, 'from GitHub'],
  [{ error: { message: 'nested' } }, 'nested'],
  [{ error: 'invalid_grant', error_description: 'The code is old' }, 'The code is old'],
  [{ error: 'invalid_grant' }, 'invalid_grant'],
  [{ title: 'Out of stock', detail: 'Item 7 is gone' }, 'Item 7 is gone'],
  ['plain text', 'plain text'],
])('finds the sentence in %j', (body, sentence) => {
  expect(said(body).upstream_error).toBe(sentence);
});

it.each([
  [undefined],
  [null],
  [7],
  [''],
  [[]],
  [{ message: 7 }],
  [{ message: '  ' }],
  ['<html><body>Unicorn!</body></html>'],
])('finds none in %j', (body) => {
  expect(said(body)).toEqual({ http_status: 400 });
});

it("does not take a proxy's page for a message", () => {
  expect(said('Unicorn!', { 'content-type': 'text/html' })).toEqual({ http_status: 400 });
});

it('ignores a documentation URL that is not a web address', () => {
  expect(said({ documentation_url: 'javascript:alert(1)' })).toEqual({ http_status: 400 });
});

it('bounds what it repeats', () => {
  const { upstream_error, errors } = said({
    message: 'x'.repeat(10_000),
    errors: Array.from({ length: 100 }, () => ({ message: 'y'.repeat(10_000) })),
  });
  expect(upstream_error?.length).toBe(500);
  expect(errors).toHaveLength(20);
  expect(JSON.stringify(errors).length).toBeLessThan(20 * 600);
});

it('leaves out hidden characters', () => {
  expect(cleanText('a\u200Bb\u00ADc\u{E0041}d\u3164e\r\n\u2028f')).toBe('a b c d e f');
});

it('cuts no character in two', () => {
  expect(cleanText(`${'a'.repeat(8)}🚀b`, 10)).toBe(`${'a'.repeat(8)}…`);
});

it('puts any string on one line of bounded length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), fc.integer({ min: 1, max: 300 }), (text, longest) => {
      const cleaned = cleanText(text, longest);
      expect(cleaned.length).toBeLessThanOrEqual(longest);
      expect(hasHiddenCharacters(cleaned)).toBe(false);
    }),
  );
});
