/** Far above the longest message that a server accepts. */
const longest = 64 * 1024 * 1024;

/** Splits chunks of bytes into lines. Throws if a line grows beyond every limit. */
export class Lines {
  readonly #onLine: (line: string) => void;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, from)) {
      const line = Buffer.concat([...this.#parts, chunk.subarray(from, at)]);
      this.#parts = [];
      this.#length = 0;
      from = at + 1;
      if (line.length > 0) this.#onLine(line.toString());
    }
    if (from === chunk.length) return;
    this.#parts.push(chunk.subarray(from));
    this.#length += chunk.length - from;
    if (this.#length > longest) throw new Error(`A message on stdio is longer than ${longest} bytes.`);
  }
}
