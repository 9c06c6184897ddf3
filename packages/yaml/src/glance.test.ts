import { describe, expect, it } from 'vitest';
import { glance } from './glance.ts';

const limits = { lines: 1000, marks: 50_000, brackets: 100, depth: 32, values: 1000 };

describe('glance', () => {
  it.each([
    ['one space', '- '.repeat(64)],
    ['two spaces', '-  '.repeat(64)],
    ['tabs', '-\t'.repeat(64)],
    ['room of any width, and other indicators', '? -   : \t '.repeat(22)],
    ['an indented line after others', `a: 1\n  ${'-  '.repeat(64)}`],
    ['brackets before it', `a: [${'? '.repeat(64)}`],
  ])('finds a staircase with %s', (_, text) => expect(glance(text, limits)).toBe('it is nested too deeply'));

  it.each([
    ['a staircase that is low', '-  '.repeat(63)],
    ['a rule across the page', '-'.repeat(500)],
    ['a long list', '- x\n'.repeat(500)],
    ['a comment with dashes', `# ${'- '.repeat(100)}`],
  ])('lets %s pass', (_, text) => expect(glance(text, limits)).toBeUndefined());

  it('accepts a large text that is nearly a staircase', () => {
    expect(glance(`${`${'-  '.repeat(63)}x\n`.repeat(200)}${' '.repeat(200_000)}x`, limits)).toBeUndefined();
  });

  it.each([
    ['lines', '\n'.repeat(1001), 'it has too many lines'],
    ['marks', 'a,'.repeat(50_001), 'it has too many brackets, quotes or other YAML punctuation'],
    ['quotes', "'".repeat(50_001), 'it has too many brackets, quotes or other YAML punctuation'],
    ['brackets inside each other', '{['.repeat(51), 'it is nested too deeply'],
  ])('refuses more %s than the limit', (_, text, reason) => expect(glance(text, limits)).toBe(reason));
});
