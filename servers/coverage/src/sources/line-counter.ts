const [newline, carriageReturn] = [0x0a, 0x0d];

/**
 * Counts lines that end in LF, CR LF, CR, or in U+2028 and U+2029 as in JavaScript. A last line without an end counts.
 */
export class LineCounter {
  #ended = 0;
  #open = false;
  /** The last two bytes. */
  #before = 0;
  #last = 0;

  add(bytes: Uint8Array, length: number): void {
    // Local variables: this loop sees every byte of every source.
    let [ended, open, before, last] = [this.#ended, this.#open, this.#before, this.#last];
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === newline && last === carriageReturn) open = false;
      else if (byte === newline || byte === carriageReturn || isSeparator(before, last, byte)) {
        ended += 1;
        open = false;
      } else open = true;
      before = last;
      last = byte;
    }
    [this.#ended, this.#open, this.#before, this.#last] = [ended, open, before, last];
  }

  get lines(): number {
    return this.#ended + (this.#open ? 1 : 0);
  }
}

const isSeparator = (before: number, last: number, byte: number): boolean =>
  (byte === 0xa8 || byte === 0xa9) && last === 0x80 && before === 0xe2;
