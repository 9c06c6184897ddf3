import { describe, expect, it } from 'vitest';
import { bodyText } from './body-text.ts';

const encoded = (bytes: Buffer) => ({ body: bytes.toString('base64'), base64Encoded: true });

describe('bodyText', () => {
  it('is the body itself if the response says that it is text', () => {
    expect(bodyText({ body: '{"a":1}', base64Encoded: false })).toBe('{"a":1}');
  });

  it('reads text in UTF-8 of a response without a content type', () => {
    expect(bodyText(encoded(Buffer.from('{"city":"Zürich"}')))).toBe('{"city":"Zürich"}');
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['text with a null character', Buffer.from('a\0b')],
  ])('leaves out %s', (_, bytes) => {
    expect(bodyText(encoded(bytes))).toBeUndefined();
  });
});
