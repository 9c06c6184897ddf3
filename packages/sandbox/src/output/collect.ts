import type { Readable } from 'node:stream';

export interface Collected {
  readonly bytes: () => Buffer;
}

/** Keeps all bytes of a stream up to a limit, and calls `onExcess` past it. */
export const collect = (stream: Readable, mostBytes: number, onExcess: () => void): Collected => {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostBytes) onExcess();
    else chunks.push(chunk);
  });
  return { bytes: () => Buffer.concat(chunks) };
};
