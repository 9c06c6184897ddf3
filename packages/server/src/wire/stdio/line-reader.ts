/** Limits and handlers of a line reader. */
export interface LineReaderOptions {
  /** The longest line in bytes. Of a longer one only the beginning and the end are kept. */
  readonly longest: number;
  readonly onLine: (line: Buffer) => void;
  readonly onTooLong: (line: { readonly start: Buffer; readonly end: Buffer; readonly length: number }) => void;
}

const newline = 0x0a;
const keptStart = 64 * 1024;
const keptEnd = 1024;

/** Splits chunks of bytes into lines. Never holds more than the longest line. */
export class LineReader {
  readonly #options: LineReaderOptions;
  #parts: Buffer[] = [];
  #length = 0;
  /** The beginning and the latest bytes of a line beyond the limit. */
  #excess: { readonly start: Buffer; end: Buffer } | undefined;

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.#add(chunk.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  /** Ends the input; its last line may lack a newline. */
  end(): void {
    if (this.#length > 0) this.#finish();
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#excess) {
      this.#excess.end = lastBytes([this.#excess.end, part]);
      return;
    }
    this.#parts.push(part);
    if (this.#length <= this.#options.longest) return;
    const kept = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#excess = { start: Buffer.from(kept.subarray(0, keptStart)), end: lastBytes([kept]) };
  }

  #finish(): void {
    const length = this.#length;
    const excess = this.#excess;
    const [first, ...others] = this.#parts;
    this.#parts = [];
    this.#length = 0;
    this.#excess = undefined;
    if (excess) this.#options.onTooLong({ ...excess, length });
    else if (first) this.#options.onLine(others.length === 0 ? first : Buffer.concat([first, ...others]));
  }
}

/** Copies the last bytes, so that they do not keep a long chunk in memory. */
const lastBytes = (parts: readonly Buffer[]): Buffer => {
  const joined = Buffer.concat(parts);
  return Buffer.from(joined.subarray(Math.max(0, joined.length - keptEnd)));
};
