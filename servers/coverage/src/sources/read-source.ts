import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** The facts about a source file that a verdict depends on. */
export interface SourceFacts {
  /** How many lines it has. */
  readonly lines: number;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly digest: string;
  readonly modifiedAt: Date;
}

/** No source is larger. */
const largestBytes = 256 * 1024 * 1024;
const chunkBytes = 64 * 1024;
// Opening a pipe would wait for its other end without O_NONBLOCK.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads a source in chunks, by its real path. Undefined if it is not a file, cannot be read or is too large. */
export const readSource = async (file: string): Promise<SourceFacts | undefined> => {
  const handle = await open(file, flags).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const stats = await handle.stat();
    const { size, mtime } = stats;
    if (!stats.isFile() || size > largestBytes) return undefined;
    const hash = createHash('sha256');
    const counter = new LineCounter();
    const buffer = Buffer.alloc(Math.min(chunkBytes, Math.max(1, size)));
    for (let position = 0; position <= largestBytes;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) return { lines: counter.lines, digest: hash.digest('hex'), modifiedAt: mtime };
      hash.update(buffer.subarray(0, bytesRead));
      counter.add(buffer, bytesRead);
      position += bytesRead;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
};

const [newline, carriageReturn] = [0x0a, 0x0d];

/**
 * Counts lines that end in LF, CR LF, CR, or U+2028 and U+2029 as JavaScript has them. A last line without an end
 * counts; the nothing behind the last end does not.
 */
class LineCounter {
  #ended = 0;
  #open = false;
  /** The last two bytes. */
  #before = 0;
  #last = 0;

  add(bytes: Uint8Array, length: number): void {
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[at] ?? 0;
      const isSeparator = (byte === 0xa8 || byte === 0xa9) && this.#last === 0x80 && this.#before === 0xe2;
      if (byte === newline && this.#last === carriageReturn) this.#open = false;
      else if (byte === newline || byte === carriageReturn || isSeparator) {
        this.#ended += 1;
        this.#open = false;
      } else this.#open = true;
      this.#before = this.#last;
      this.#last = byte;
    }
  }

  get lines(): number {
    return this.#ended + (this.#open ? 1 : 0);
  }
}
