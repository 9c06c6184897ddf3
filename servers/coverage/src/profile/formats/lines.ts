import type { ProfileLimits } from '../limits.ts';
import { ProfileError } from '../problem.ts';
import { chunkBytes } from '../source.ts';
import type { ByteSource } from '../source.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** `number` from 1; the line is `bytes` from `start` to before `end`, without its end of line. */
type OnLine = (bytes: Uint8Array, start: number, end: number, number: number) => void;

/**
 * Passes on each line as bytes, without creating a string. Holds at most one chunk and the line that continues beyond
 * it.
 */
export const readLines = async (source: ByteSource, { lineBytes }: ProfileLimits, onLine: OnLine): Promise<void> => {
  let buffer = new Uint8Array(chunkBytes);
  let number = 0;
  /** The length of the incomplete line at the start of the buffer. */
  let kept = 0;
  for (let position = 0; ;) {
    const { bytesRead } = await source.read(buffer, kept, buffer.length - kept, position);
    if (bytesRead === 0) break;
    const length = kept + bytesRead;
    let start = position === 0 && byteOrderMark.every((byte, index) => buffer[index] === byte) ? 3 : 0;
    position += bytesRead;
    for (let at = Math.max(kept, start); at < length; at += 1) {
      if (buffer[at] !== newline) continue;
      number += 1;
      const end = at > start && buffer[at - 1] === carriageReturn ? at - 1 : at;
      if (end - start > lineBytes) throw lineTooLong(lineBytes, number);
      onLine(buffer, start, end, number);
      start = at + 1;
    }
    buffer.copyWithin(0, start, length);
    kept = length - start;
    if (kept > lineBytes) throw lineTooLong(lineBytes, number + 1);
    if (kept > buffer.length / 2) buffer = enlarged(buffer);
  }
  if (kept > 0) onLine(buffer, 0, kept, number + 1);
};

const lineTooLong = (lineBytes: number, number: number): ProfileError =>
  new ProfileError(`a line is longer than ${lineBytes} bytes`, number);

const enlarged = (buffer: Uint8Array): Uint8Array<ArrayBuffer> => {
  const larger = new Uint8Array(buffer.length * 2);
  larger.set(buffer);
  return larger;
};
