import { describe, expect, it } from 'vitest';
import { fields, readInput } from './read-input.ts';

const { text, whole, flag, optional, nullable, oneOf, list, object } = fields;
const shape = {
  a: text,
  b: optional(whole),
  c: optional(nullable(oneOf(['x', 'y']))),
  d: optional(list(object({ e: flag }))),
};

describe('a body', () => {
  it('is read by its shape, and unknown fields are ignored', () => {
    expect(readInput({ a: '1', c: null, d: [{ e: true }], z: 1 }, shape)).toEqual({
      a: '1',
      b: undefined,
      c: null,
      d: [{ e: true }],
    });
  });

  it.each([
    [{}, '"a" wasn\'t supplied.'],
    [{ a: 1 }, "For 'properties/a', 1 is not a string."],
    [{ a: null }, "For 'properties/a', nil is not a string."],
    [{ a: '', b: 1.5 }, "For 'properties/b', 1.5 is not an integer."],
    [{ a: '', c: 'z' }, 'For \'properties/c\', "z" is not a member of ["x", "y"].'],
    [{ a: '', d: [{}] }, '"e" wasn\'t supplied.'],
    [{ a: '', d: {} }, "For 'properties/d', {} is not an array."],
  ])('is refused in GitHub’s words: %j', (body, message) => {
    expect(() => readInput(body, shape)).toThrow(message);
  });

  it('is not fooled by inherited names', () => {
    expect(() => readInput(JSON.parse('{"__proto__": {"a": "x"}}'), shape)).toThrow("wasn't supplied");
  });
});
