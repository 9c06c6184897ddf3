import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerLength, parseHeader } from './asar.ts';

const prefix = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(16);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  return bytes;
};

describe('the header of an asar archive', () => {
  it('lists the files with the offsets of their bytes', () => {
    const integrity = { algorithm: 'SHA256', hash: 'ab' };
    const text = JSON.stringify({
      files: {
        'main.js': { offset: '0', size: 3, integrity },
        lib: { files: { 'a.js': { offset: '3', size: 4 }, native: { size: 9, unpacked: true, offset: '7' } } },
        alias: { link: 'main.js' },
      },
    });
    expect(parseHeader(text, 100).files).toEqual([
      { name: 'main.js', offset: 100, size: 3, hash: 'ab' },
      { name: 'lib/a.js', offset: 103, size: 4, hash: undefined },
    ]);
  });

  it('has a length', () => {
    expect(headerLength(prefix(4, 30, 26, 21))).toBe(21);
  });

  it.each([
    ['other bytes', prefix(5, 30, 26, 21)],
    ['too few bytes', Buffer.alloc(3)],
    ['a header that is longer than it says', prefix(4, 10, 6, 21)],
    ['a huge header', prefix(4, 0xffffffff, 0, 0xfffffff0)],
  ])('is rejected for %s', (_, bytes) => expect(() => headerLength(bytes)).toThrow(TypeError));

  it.each([
    ['an offset that is not a number', '{"files":{"a":{"offset":"-1","size":1}}}'],
    ['a negative size', '{"files":{"a":{"offset":"1","size":-1}}}'],
    ['very deep folders', `${'{"files":{"a":'.repeat(150)}{}${'}}'.repeat(150)}`],
  ])('is rejected for %s', (_, text) => expect(() => parseHeader(text, 0)).toThrow('not valid'));

  it('is read or rejected for any content', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        try {
          parseHeader(text, 0);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
        }
      }),
    );
  });
});
