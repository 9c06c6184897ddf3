import { describe, expect, it } from 'vitest';
import { glance } from './glance.ts';

describe('a look at a text', () => {
  it.each([
    ['one space', '- '.repeat(64)],
    ['two spaces', '-  '.repeat(64)],
    ['tabs', '-\t'.repeat(64)],
    ['room of any width, and other indicators', '? -   : \t '.repeat(22)],
    ['an indented line after others', `a: 1\n  ${'-  '.repeat(64)}`],
  ])('sees a staircase with %s', (_, text) => expect(glance(text)).toBe('it nests too deeply'));

  it.each([
    ['a staircase that is low', '-  '.repeat(63)],
    ['a rule across the page', '-'.repeat(500)],
    ['a long list', '- x\n'.repeat(500)],
  ])('lets %s pass', (_, text) => expect(glance(text)).toBeUndefined());

  it('lets a large text pass that nearly is one', () => {
    expect(glance(`${`${'-  '.repeat(63)}x\n`.repeat(200)}${' '.repeat(200_000)}x`)).toBeUndefined();
  });
});
