import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

describe('a query is refused', () => {
  it.each([
    ['that is too long', `{ ${' '.repeat(100_000)} viewer }`, /longer than/],
    ['with too many tokens', `{ ${'a '.repeat(5_001)} }`, /more than 5000 tokens/],
    ['that nests braces too deeply', '{a'.repeat(61), /nested more than 60/],
    ['that nests lists too deeply', `{ a(b: ${'['.repeat(61)}`, /nested more than 60/],
    ['that is empty', '', /Syntax Error/],
    ['that ends too early', '{', /Syntax Error/],
    ['with a string that has no end', '{ a(b: "', /Unterminated string/],
    ['with characters that the language does not have', '{ ☃ }', /Syntax Error/],
  ])('%s', (_, text, message) => {
    expect(() => readDocument(text)).toThrow(message);
  });
});

it('reads a query at the limit of nesting, comments and strings with brackets aside', () => {
  const text = `# {{{{\n${'{ a'.repeat(58)} (b: "${'['.repeat(99)}") ${'}'.repeat(58)}`;
  expect(readDocument(text).definitions).toHaveLength(1);
});
