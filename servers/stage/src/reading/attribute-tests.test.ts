import { describe, expect, it } from 'vitest';
import { attributeTestsOf } from './attribute-tests.ts';

const names = (selector: string): readonly string[] | undefined =>
  attributeTestsOf(selector)?.map(({ attribute }) => attribute);

describe('attributeTestsOf', () => {
  it.each([
    'main > ul.todo li:nth-child(2n + 1 of .open) [disabled]',
    ':is(a, b):not(:has(> [hidden])) ~ c:lang("de[x=y]")',
    String.raw`.md\:w-1\/2\[x\=y\] /* [value=x] */ p`,
  ])('finds none in %s', (selector) => {
    expect(names(selector)).toEqual([]);
  });

  it.each([
    ['[name="items[0][value]"]', ['name']],
    ['form[action*=login] input[TYPE=password][value ^= "a" i]', ['action', 'type', 'value']],
    [':is(:not(:has([value^=a]))) [ *|value $= b ]', ['value', 'value']],
    ['[|value~=a],[/**/value/* ] */|=/**/a/**/s/**/]', ['value', 'value']],
    [String.raw`[v\61lue^=a][\000076 alue^=a][\va\6c\75 e=a]`, ['value', 'value', 'value']],
    [String.raw`[a="\"]"][b='\\']`, ['a', 'b']],
  ])('finds the comparisons of %s', (selector, expected) => {
    expect(names(selector)).toEqual(expected);
  });

  it.each([
    '[value^=a',
    '[* | value=a]',
    '[value^="a',
    '[value^="a]',
    String.raw`[value^="a\"]`,
    '[value=url(a")]',
    ':is(url(a"), input[value^=t], url(b"))',
    ':is(url(/*), input[value^=t], url(*/))',
    ':url(x) [value^=t]',
    String.raw`:is(u\72l(a"), input[value^=t], u\72l(b"))`,
    'a /* [value^=t]',
    "a 'b\n' [value^=t]",
    'a\\',
  ])('does not read %s', (selector) => {
    expect(names(selector)).toBeUndefined();
  });
});
