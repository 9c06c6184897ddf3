import type { ProfileLimits } from '../limits.ts';
import { ProfileError } from '../problem.ts';
import { readChunks } from '../source.ts';
import type { ByteSource } from '../source.ts';
import { decodeText } from './text.ts';

const [quote, backslash, newline, comma] = [0x22, 0x5c, 0x0a, 0x2c];
const [openingBrace, closingBrace] = [0x7b, 0x7d];
const openers = new Set([openingBrace, 0x5b]);
const closers = new Set([closingBrace, 0x5d]);

/** `at` is the line on which the entry ends. */
type OnEntry = (key: string, value: unknown, at: number) => void;

/**
 * Reads a JSON object entry by entry, so that only one is held in memory. The text is only cut at the commas of the
 * outermost object; the platform's JSON parser then parses each piece and rejects invalid ones.
 */
export const readEntries = async (source: ByteSource, limits: ProfileLimits, onEntry: OnEntry): Promise<void> => {
  const cutter = new EntryCutter(limits, onEntry);
  for await (const chunk of readChunks(source)) cutter.read(chunk);
  cutter.end();
};

class EntryCutter {
  readonly #limits: ProfileLimits;
  readonly #onEntry: OnEntry;
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #entries = 0;
  #line = 1;
  #state: 'before' | 'inside' | 'after' = 'before';

  constructor(limits: ProfileLimits, onEntry: OnEntry) {
    this.#limits = limits;
    this.#onEntry = onEntry;
  }

  read(chunk: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === newline) this.#line += 1;
      if (this.#state !== 'inside') {
        this.#readAround(byte);
        start = at + 1;
      } else if (this.#inText) this.#readText(byte);
      else if (byte === quote) this.#inText = true;
      else if (openers.has(byte)) this.#depth += 1;
      else if (closers.has(byte)) this.#close(byte);
      const isEnd = this.#state === 'inside' && this.#depth === 0;
      if (!isEnd && !(byte === comma && this.#depth === 1 && !this.#inText)) continue;
      this.#keep(chunk.slice(start, at));
      this.#cut(isEnd);
      start = at + 1;
    }
    if (this.#state === 'inside') this.#keep(chunk.slice(start));
  }

  end(): void {
    if (this.#state === 'before') throw new ProfileError('it is empty', this.#line);
    if (this.#state === 'inside') throw new ProfileError('it is truncated', this.#line);
  }

  /** Around the object there is nothing but white space, and a byte order mark at the very beginning. */
  #readAround(byte: number): void {
    if (this.#state === 'before' && byte === openingBrace) {
      this.#state = 'inside';
      this.#depth = 1;
    } else if (!isSpace(byte) && !(this.#state === 'before' && isOfByteOrderMark(byte))) {
      throw new ProfileError('it is not a JSON object', this.#line);
    }
  }

  #close(byte: number): void {
    this.#depth -= 1;
    if (this.#depth === 0 && byte !== closingBrace) throw new ProfileError('it is not well-formed JSON', this.#line);
  }

  #readText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inText = false;
  }

  #keep(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > this.#limits.entryBytes) {
      throw new ProfileError(`an entry is longer than ${this.#limits.entryBytes} bytes`, this.#line);
    }
  }

  #cut(isEnd: boolean): void {
    const text = decodeText(Buffer.concat(this.#pieces));
    if (text === undefined) throw new ProfileError('it is not UTF-8', this.#line);
    this.#pieces = [];
    this.#pieceBytes = 0;
    if (isEnd) this.#state = 'after';
    if (isEnd && this.#entries === 0 && text.trim() === '') return;
    this.#entries += 1;
    const [entry, ...more] = Object.entries(parseEntry(text, this.#line));
    if (!entry || more.length > 0) throw new ProfileError('it is not well-formed JSON', this.#line);
    this.#onEntry(entry[0], entry[1], this.#line);
  }
}

const parseEntry = (text: string, line: number): object => {
  try {
    return JSON.parse(`{${text}}`) as object;
  } catch {
    throw new ProfileError('it is not well-formed JSON', line);
  }
};

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
const isOfByteOrderMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;
