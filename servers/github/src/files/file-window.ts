import { z } from 'zod';

/** A part of a file, and the way to the rest. */
export const windowShape = {
  /** In bytes, of the whole file. */
  size: z.int(),
  encoding: z.enum(['utf8', 'base64']),
  content: z.string(),
  /** Where the content begins, in bytes. */
  offset: z.int(),
  truncated: z.boolean(),
  /** Where to go on; absent at the end. */
  next_offset: z.int().optional(),
};
export type FileWindow = z.infer<z.ZodObject<typeof windowShape>>;

/** The most bytes of a file in one answer. A client that passes on 25,000 tokens gets them all. */
const windowBytes = 65_536;

interface Part {
  readonly start: number;
  readonly end: number;
}

/** The bytes from an offset on: as text where the whole file is text, else in base64. */
export const windowOf = (bytes: Uint8Array, offset = 0, most = windowBytes): FileWindow => {
  const size = bytes.byteLength;
  const isText = isUtf8Text(bytes);
  const from = Math.min(offset, size);
  const { start, end } = isText ? textPart(bytes, from, most) : binaryPart(size, from, most);
  const part = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  return {
    size,
    encoding: isText ? 'utf8' : 'base64',
    content: part.toString(isText ? 'utf8' : 'base64'),
    offset: start,
    truncated: end < size,
    ...(end < size && { next_offset: end }),
  };
};

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** No character is cut in two. */
const textPart = (bytes: Uint8Array, from: number, most: number): Part => {
  let start = from;
  while (isContinuation(bytes[start])) start += 1;
  let end = Math.min(start + most, bytes.byteLength);
  while (end > start && isContinuation(bytes[end])) end -= 1;
  return { start, end };
};

/** In base64, three bytes are four characters: parts of that length can be put together again. */
const binaryPart = (size: number, from: number, most: number): Part => ({
  start: from,
  end: Math.min(from + most - (most % 3), size),
});

const isUtf8Text = (bytes: Uint8Array): boolean => {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};
