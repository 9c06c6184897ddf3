import fc from 'fast-check';
import type { Json } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import { parseCondition } from './parse-condition.ts';

const scopeOf = (body?: Json) => ({ response: { status: 500, headers: new Headers(), body }, params: {} });

/** Reads it, and asks it if it can be read; the answer is a condition's or a problem inside the source. */
const survive = (source: string, body?: Json): void => {
  const { condition, problem } = parseCondition(source);
  if (condition) {
    expect(typeof condition.holds(scopeOf(body))).toBe('boolean');
    expect(condition.source).toBe(source);
    return;
  }
  expect(problem.message).toMatch(/^expected /);
  expect(problem.position).toBeGreaterThanOrEqual(0);
  expect(problem.position).toBeLessThanOrEqual(source.length);
};

const pieces = fc.constantFrom(
  ..."response .status .body .headers .retry-after ['x'] [0] [ ] ( ) 403 -1.5e9 true null params.a '".split(' '),
  ...'__proto__ .constructor [1,2] "a" " , = ! \0 \u202E \\ 𝒳'.split(' '),
  ...' not | and | or | == | != | < | >= | contains | in | exists| '.split('|'),
  " matches '(a+)+$'",
);

describe('any condition text', () => {
  it('is a condition or a problem, never a throw', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), fc.json(), (parts, body) =>
        survive(parts.join(''), JSON.parse(body) as Json),
      ),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (source) => survive(source)),
      { numRuns: 2000 },
    );
  });

  it('finds a string in itself, and keeps quotes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.constantFrom("'", '"'), (text, quote) => {
        const written = quote + text.replaceAll(quote, quote + quote) + quote;
        const { condition } = parseCondition(`response.body == ${written} and response.body contains ${written}`);
        expect(condition?.holds(scopeOf(text))).toBe(true);
      }),
    );
  });

  it('obeys the laws of not, and, or', () => {
    const test = fc.constantFrom('response.status == 500', 'response.status == 1', "response.body contains 'x'");
    const ask = (source: string) => parseCondition(source).condition?.holds(scopeOf('x'));
    fc.assert(
      fc.property(test, test, (a, b) => {
        expect(ask(`not (${a} and ${b})`)).toBe(ask(`not ${a} or not ${b}`));
        expect(ask(`not (${a} or ${b})`)).toBe(ask(`not ${a} and not ${b}`));
      }),
    );
  });
});

describe('an excessive condition', () => {
  const longest = limits.source;

  it.each([
    ['a long source', `response.body == '${'x'.repeat(longest)}'`, `no more than ${longest} characters`],
    [
      'many parentheses',
      `${'('.repeat(400)}response.status == 1${')'.repeat(400)}`,
      'no more than 20 levels of parentheses',
    ],
    ['many nots', `${'not '.repeat(200)}response.status == 1`, "no more than 20 levels of parentheses and 'not'"],
    ['a long list', `response.status in [${'1,'.repeat(200)}1]`, `no more than ${limits.listItems} items`],
    ['a long path', `response.body${'.a'.repeat(100)} exists`, `no more than ${limits.pathSteps} names`],
    ['a long pattern', `response.body matches '${'a'.repeat(300)}'`, `no more than ${limits.pattern} characters`],
    ['repetitions that multiply', "response.body matches '((a{100}){100}){100}'", 'linear time: its repetitions'],
    ['lookaround', "response.body matches '(?=a)b'", 'linear time'],
    ['a backreference', "response.body matches '(a)\\1'", 'linear time'],
  ])('is refused: %s', (_what, source, message) => {
    expect(parseCondition(source).problem?.message).toContain(message);
  });

  it.each<[string, number, (count: number) => string]>([
    ['parentheses', limits.depth, (count) => `${'('.repeat(count)}response.status == 1${')'.repeat(count)}`],
    ['nots', limits.depth, (count) => `${'not '.repeat(count)}response.status == 1`],
    ['items', limits.listItems, (count) => `response.status in [${Array(count).fill('1').join()}]`],
    ['names', limits.pathSteps, (count) => `response.body${'.a'.repeat(count)} exists`],
    ['characters of a pattern', limits.pattern, (count) => `response.body matches '${'a'.repeat(count)}'`],
    ['characters', longest, (count) => `response.body == '${'x'.repeat(count - 19)}'`],
  ])('begins one beyond the bound: %s', (_what, bound, make) => {
    expect(parseCondition(make(bound - 1)).problem).toBeUndefined();
    expect(parseCondition(make(bound)).problem).toBeUndefined();
    expect(parseCondition(make(bound + 1)).problem?.message).toContain(`no more than ${bound}`);
  });

  it('is not read: the end of a long string or list', () => {
    const long = `${'x'.repeat(limits.textSeen)}needle`;
    expect(parseCondition("response.body contains 'needle'").condition?.holds(scopeOf(long))).toBe(false);
    expect(parseCondition("response.body matches 'needle'").condition?.holds(scopeOf(long))).toBe(false);
    const list = [...Array.from({ length: limits.itemsSeen }, () => 0), 1];
    expect(parseCondition('response.body contains 1').condition?.holds(scopeOf(list))).toBe(false);
  });

  it.each(["'^(([a-z])+.)+[A-Z]([a-z])+$'", "'(a+)+$'", "'(a|aa)+$'", "'(.*a){20}'", "'((a|b).?){90}[!?]'"])(
    'does not hang, as Node would: %s',
    (pattern) => {
      const { condition } = parseCondition(`response.body matches ${pattern}`);
      expect(typeof condition?.holds(scopeOf(`${'a'.repeat(2_000_000)}!`))).toBe('boolean');
    },
  );

  it('is followed no deeper than it is written, in a deeply nested answer', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as Json;
    expect(parseCondition('response.body.a.a.a.a exists').condition?.holds(scopeOf(deep))).toBe(true);
    expect(parseCondition('response.body == response.body.a').condition?.holds(scopeOf(deep))).toBe(false);
  });

  it('leaves nothing behind: no name in a source reaches a prototype', () => {
    survive("response.body.__proto__.polluted == 'yes'", JSON.parse('{"__proto__": {"polluted": "yes"}}') as Json);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
