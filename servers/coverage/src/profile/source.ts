import { createHash } from 'node:crypto';
import type { ProfileLimits } from './limits.ts';
import { ProfileError } from './problem.ts';

/** Where the bytes of a profile come from; the handle of an open file is one. */
export interface ByteSource {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

export const chunkBytes = 256 * 1024;

/** The bytes from the beginning, in chunks. Each is good only until the next is asked for. */
export async function* readChunks(source: ByteSource): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(chunkBytes);
  for (let position = 0; ;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Makes the digest of what is read from the beginning to the end, and ends at the limit, even if a file grows. */
export class WatchedSource implements ByteSource {
  readonly #source: ByteSource;
  readonly #limits: ProfileLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(source: ByteSource, limits: ProfileLimits, signal?: AbortSignal) {
    this.#source = source;
    this.#limits = limits;
    this.#signal = signal;
  }

  async read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    this.#signal?.throwIfAborted();
    const { bytesRead } = await this.#source.read(buffer, offset, length, position);
    if (position === this.#bytes) {
      this.#hash.update(buffer.subarray(offset, offset + bytesRead));
      this.#bytes += bytesRead;
      if (this.#bytes > this.#limits.bytes) throw new ProfileError(`it is larger than ${this.#limits.bytes} bytes`);
    }
    return { bytesRead };
  }

  finish(): { readonly bytes: number; readonly digest: string } {
    return { bytes: this.#bytes, digest: `sha256:${this.#hash.digest('hex')}` };
  }
}

/** The beginning of a source, without counting it as read. */
export const peek = async (source: ByteSource, length: number): Promise<Uint8Array> => {
  const buffer = new Uint8Array(length);
  const { bytesRead } = await source.read(buffer, 0, length, 0);
  return buffer.subarray(0, bytesRead);
};
