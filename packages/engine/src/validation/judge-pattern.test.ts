import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { judgePattern } from './judge-pattern.ts';

/** Tests a string as `validate` would. */
const runs = (source: string, text: string): boolean => {
  const judged = judgePattern(source);
  if (judged.run === 'refused') throw new Error(judged.problem);
  return judged.run === 'native'
    ? new RegExp(source, judged.flags).test(text)
    : RE2JS.compile(judged.source).matcher(text).find();
};

describe('judgePattern', () => {
  it.each([
    '^[a-z]+$',
    '^[0-9a-f]{40}$',
    '^[a-z][a-z0-9_-]*$',
    '^(?:open|closed)$',
    'abc',
    '^\\d{4}-\\d{2}$',
    '^a\\.b.*',
    '^.{2,}a',
  ])('runs %s natively: it is proven harmless', (source) => {
    expect(judgePattern(source)).toEqual({ run: 'native', flags: 'u' });
  });

  it.each([
    '^(a+)+$',
    '(a|a)*b',
    '^(?:a?){30}a{30}$',
    '.*abc$',
    'a+b',
    '^\\d+\\.\\d+\\.\\d+$',
    '^(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)$',
    '^a*a*b',
    '^(\\w+\\s?)*$',
    '^a{0,70}b',
  ])('runs %s in RE2', (source) => {
    expect(judgePattern(source)).toMatchObject({ run: 'linear' });
  });

  it.each([
    ['^(?=a)(a+)+$', 'lookahead and lookbehind'],
    ['(?<!a)b+c', 'lookahead and lookbehind'],
    ['^(a+)\\1$', 'a backreference'],
    ['(?<x>a+)\\k<x>', 'a backreference'],
    ['\\p{Emoji}+a', 'the property Emoji'],
    ['(?:ab){1,2000}', 'more than 1000 times'],
    ['(?:(?:ab){1,100}){1,100}', 'an expression that is too large'],
    ['[\\w-.]', "not valid with the flag 'u'"],
    ['(', "not valid with the flag 'u'"],
  ])('refuses %s with the reason', (source, reason) => {
    const judged = judgePattern(source);
    expect(judged.run === 'refused' && judged.problem).toContain(reason);
  });

  it('means the same in RE2 as in ECMAScript', () => {
    const atoms =
      'a b . \\d \\D \\w \\W \\s \\S [ab] [^a] [a-c\\d] [\\s\\-] [^\\S] \\u00e9 \\u{1f600} \\x41 \\t \\. \\/ \\b ^ $ [^] \\p{L} \\P{Lu} \\cA [\\u2028-\\u{1f600}] \\ud83d\\ude00 [\\b] \\0 - #';
    const atom = fc.constantFrom(...atoms.split(' '));
    const { pattern } = fc.letrec((tie) => ({
      pattern: fc.oneof({ depthSize: 'small', maxDepth: 3 }, atom, tie('both'), tie('either'), tie('repeat')),
      both: fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
      either: fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(?:${parts.join('|')})`),
      repeat: fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?'))
        .map(([inner, count]) => `(${String(inner)})${count}`),
    }));
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'A', '1', ' ', '\n', '\r', '\u2028', '\u00a0', '\v', '-', 'é', '😀', '\u0001', '\0', '\b'),
      maxLength: 8,
    }); // prettier-ignore
    let linear = 0;
    fc.assert(
      fc.property(pattern as fc.Arbitrary<string>, text, (source, given) => {
        const judged = judgePattern(source);
        fc.pre(judged.run !== 'refused');
        if (judged.run === 'linear') linear += 1;
        expect([source, runs(source, given)]).toEqual([source, new RegExp(source, 'u').test(given)]);
      }),
      { numRuns: 3000 },
    );
    expect(linear).toBeGreaterThan(500);
  });
});
