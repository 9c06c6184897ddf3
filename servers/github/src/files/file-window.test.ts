import fc from 'fast-check';
import { expect, it } from 'vitest';
import { windowOf } from './file-window.ts';

/** Reads a file to its end, window by window. */
const readAll = (bytes: Uint8Array, most: number): { readonly whole: Buffer; readonly encodings: Set<string> } => {
  const parts: Buffer[] = [];
  const encodings = new Set<string>();
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const part = windowOf(bytes, offset, most);
    parts.push(Buffer.from(part.content, part.encoding));
    encodings.add(part.encoding);
    expect(part.truncated).toBe(part.next_offset !== undefined);
    expect(part.size).toBe(bytes.byteLength);
    offset = part.next_offset;
  }
  return { whole: Buffer.concat(parts), encodings };
};

it('returns any text whole, whatever its characters and the size of the windows', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 4, max: 50 }), (text, most) => {
      fc.pre(!text.includes('\0'));
      const { whole, encodings } = readAll(Buffer.from(text), most);
      expect(whole.toString()).toBe(text);
      expect([...encodings]).toEqual(['utf8']);
    }),
  );
});

it('gives back every binary, in parts that can be put together', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 3, max: 50 }), (bytes, most) => {
      const binary = Buffer.concat([Buffer.from([0]), bytes]);
      expect(readAll(binary, most)).toEqual({ whole: binary, encodings: new Set(['base64']) });
    }),
  );
});

it('begins at a character where an offset points into one, and is empty beyond the end', () => {
  expect(windowOf(Buffer.from('äb'), 1)).toMatchObject({ offset: 2, content: 'b' });
  expect(windowOf(Buffer.from('ab'), 99)).toMatchObject({ offset: 2, content: '', truncated: false });
});

it.each([
  ['invalid UTF-8', [0xc3, 0x28]],
  ['a NUL', [0x61, 0, 0x62]],
])('takes %s for no text', (_what, bytes) => {
  expect(windowOf(Uint8Array.from(bytes)).encoding).toBe('base64');
});
