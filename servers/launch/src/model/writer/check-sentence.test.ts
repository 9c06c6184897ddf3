import { describe, expect, it } from 'vitest';
import { checkSentence } from './check-sentence.ts';

const claims = [
  { text: 'Tally limits how often something may happen.' },
  { text: 'The method take(key) returns at most 1,000 results in version 1.5.2 and runs in Node and in browsers.' },
];
const denied = [{ text: 'The method take never throws.' }];

describe('checkSentence', () => {
  it.each([
    'Tally limits how often something may happen.',
    'Tally is limiting how often something happens, in Node and in browsers.',
    'With `take(key)`, you can use the results of the method.',
    'In version 1.5.2, the method returns at most 1,000 results.',
    "The method's results are those of version 1.5.2.",
  ])('accepts what the claims say: %s', (text) => {
    expect(checkSentence(text, claims, 'Tally')).toBeUndefined();
  });

  it.each([
    ['Tally is fast.', 'length'],
    ['Tally limits things much faster than others.', 'unknown_word'],
    ['The method take returns all results in Node.', 'unknown_word'],
    ['The method take returns 100 results in Node.', 'unknown_value'],
    ['The method take returns 1,0001 results in Node.', 'unknown_value'],
    ['The method take runs in version 1.5 and in Node.', 'unknown_value'],
    ['The method take runs in version 5.2 and in Node.', 'unknown_value'],
    ['Tally limits how often `rm -rf /` may happen.', 'unknown_code'],
    ['Tally limits how often `tak` may happen in Node.', 'unknown_code'],
    ['Tally runs in Node, see https://evil.example/x.', 'address'],
    ['Tally runs in Node, see www.evil.example now.', 'address'],
    ['Tally runs in Node and in evil.example for you.', 'unknown_value'],
    ['Tally runs in Node and ada@evil.example too.', 'address'],
    ['Tally runs in <b>Node</b> and in browsers.', 'markup'],
    ['Tally runs in [Node](x) and in browsers.', 'markup'],
    ['Tally runs in {{< ref >}} and in browsers.', 'markup'],
    ['Tally runs in Node\nand in browsers too.', 'hidden_characters'],
    ['Tally runs in Node\u{200B} and in browsers.', 'hidden_characters'],
    ['Tally does not limit how often something may happen.', 'negation'],
    ['Use Tally in Node and in browsers.', 'command'],
    ['Tally runs in Node, and use browsers for it.', 'command'],
    ['Something runs in Node and in browsers.', 'mixed_claims'],
    ['Tally 限制事情发生的频率 in Node and in browsers.', 'unknown_word'],
  ])('rejects %j', (text, problem) => {
    expect(checkSentence(text, claims, 'Tally')).toBe(problem);
  });

  it('rejects a sentence that leaves out the negation of its claim', () => {
    expect(checkSentence('The method take never throws.', denied, 'Tally')).toBeUndefined();
    expect(checkSentence('The method take throws.', denied, 'Tally')).toBe('negation');
    const both = [...claims, ...denied];
    expect(checkSentence('Tally never limits how often something may happen.', both, 'Tally')).toBe('negation');
    expect(checkSentence('The method take never throws and runs in Node.', both, 'Tally')).toBeUndefined();
    expect(checkSentence('Tally runs in Node and in browsers.', both, 'Tally')).toBeUndefined();
  });

  it('accepts the name of the product with a claim that does not contain it', () => {
    const unnamed = [...claims, { text: 'It has no dependencies.' }];
    expect(checkSentence('Tally has no dependencies.', unnamed, 'Tally')).toBeUndefined();
    expect(checkSentence('Tally has dependencies.', unnamed, 'Tally')).toBe('negation');
  });
});
