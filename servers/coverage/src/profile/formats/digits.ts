import { ProfileError } from '../problem.ts';

const zero = 0x30;

/** Reads numbers out of bytes from left to right, without making strings of them. */
export class Digits {
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;
  end = 0;

  /** Starts over in another line. */
  reset(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** A whole number that a double holds exactly. Anything else is refused as `what` of the line. */
  count(what: string, line: number): number {
    const { bytes, end } = this;
    const start = this.at;
    let at = start;
    let value = 0;
    for (; at < end; at += 1) {
      const digit = (bytes[at] ?? 0) - zero;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    this.at = at;
    if (at === start || value > Number.MAX_SAFE_INTEGER) throw this.#refusal(what, line, start);
    return value;
  }

  /** Passes over this byte if it is the next one. */
  skip(byte: number): boolean {
    if (this.at >= this.end || this.bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  get isAtEnd(): boolean {
    return this.at === this.end;
  }

  #refusal(what: string, line: number, start: number): ProfileError {
    if (this.at > start) return new ProfileError(`${what} is too large`, line);
    return new ProfileError(this.bytes[start] === 0x2d ? `${what} is negative` : `${what} is not a whole number`, line);
  }
}

/** The same for strings, such as attributes. */
export const parseCount = (text: string | undefined, what: string, line: number): number => {
  const value = text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw new ProfileError(`${what} is ${describe(text)}`, line);
};

const describe = (text: string | undefined): string => {
  if (text === undefined) return 'missing';
  if (/^\d+$/.test(text)) return 'too large';
  return /^-\d/.test(text) ? 'negative' : 'not a whole number';
};
