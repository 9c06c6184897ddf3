import { ProfileError } from '../problem.ts';
import { Digits } from './digits.ts';
import { readLines } from './lines.ts';
import type { FormatReader, ReaderContext } from './reader.ts';
import { decodeText } from './text.ts';

const comma = 0x2c;
const colon = 0x3a;
const dash = 0x2d;
const hash = 0x23;
const letterA = 0x41;
const letterD = 0x44;
const exceptionMark = 0x65;

/** What is not needed here: names of tests, versions, functions, conditions of MC/DC. */
const passedOver = new Set(['TN', 'VER', 'FN', 'FNDA', 'FNF', 'FNH', 'FNL', 'FNA', 'MCDC', 'MCF', 'MCH']);

/** LCOV tracefiles, as geninfo, Istanbul, V8, LLVM and coverage.py write them. */
export const readLcov: FormatReader = async (context) => {
  const reader = new LcovReader(context);
  let last = 0;
  await readLines(context.source, context.limits, (bytes, start, end, line) => {
    last = line;
    reader.read(bytes, start, end, line);
  });
  if (context.collector.isOpen) throw new ProfileError("it breaks off: the last file has no 'end_of_record'", last);
};

interface Totals {
  found?: number | undefined;
  hit?: number | undefined;
}

class LcovReader {
  readonly #context: ReaderContext;
  readonly #digits = new Digits();
  #lines: Totals = {};
  #branches: Totals = {};

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(bytes: Uint8Array, start: number, end: number, line: number): void {
    // Nearly every line of a profile is one of these.
    if (bytes[start] === letterD && bytes[start + 1] === letterA && bytes[start + 2] === colon) {
      this.#readLine(bytes, start + 3, end, line);
    } else if (start < end && bytes[start] !== hash) {
      this.#readOther(bytes, start, end, line);
    }
  }

  /** `DA:line,hits[,checksum]` */
  #readLine(bytes: Uint8Array, start: number, end: number, at: number): void {
    const digits = this.#digits;
    digits.reset(bytes, start, end);
    const line = digits.count('the number of a line', at);
    if (!digits.skip(comma)) throw new ProfileError("'DA' has no count", at);
    const hits = digits.count('the count of a line', at);
    if (!digits.isAtEnd && !digits.skip(comma)) throw new ProfileError('the count of a line is no whole number', at);
    this.#context.collector.line(line, hits, at);
  }

  #readOther(bytes: Uint8Array, start: number, end: number, at: number): void {
    const keyEnd = endOfKey(bytes, start, end);
    const key = decodeText(bytes, start, keyEnd);
    const valueStart = Math.min(keyEnd + 1, end);
    if (key === 'BRDA') this.#readBranch(bytes, valueStart, end, at);
    else if (key === 'SF') this.#beginFile(bytes, valueStart, end, at);
    else if (key === 'LF' || key === 'LH' || key === 'BRF' || key === 'BRH') {
      this.#readTotal(key, bytes, valueStart, end, at);
    } else if (key?.trim() === 'end_of_record') this.#endFile(at);
    else if (key === undefined || bytes[keyEnd] !== colon || !/^[A-Z]+$/.test(key)) {
      if (key?.trim() !== '') throw new ProfileError('this is no LCOV record', at);
    } else if (!passedOver.has(key)) this.#context.warnings.add('record_unknown', at);
  }

  #beginFile(bytes: Uint8Array, start: number, end: number, at: number): void {
    const { collector, placer, warnings } = this.#context;
    const path = decodeText(bytes, start, end);
    if (path === '') throw new ProfileError("'SF' names no file", at);
    if (path === undefined) warnings.add('path_unreadable', at);
    collector.begin(path === undefined ? undefined : placer.place(path, at), at);
    this.#lines = {};
    this.#branches = {};
  }

  /** `BRDA:line,[e]block,branch,taken`: the branch may be any text, and `-` says that the block was never reached. */
  #readBranch(bytes: Uint8Array, start: number, end: number, at: number): void {
    const digits = this.#digits;
    digits.reset(bytes, start, end);
    const line = digits.count('the line of a branch', at);
    if (!digits.skip(comma)) throw new ProfileError("'BRDA' has no block", at);
    digits.skip(exceptionMark);
    const decision = digits.count('the block of a branch', at);
    const lastComma = bytes.lastIndexOf(comma, end - 1);
    if (!digits.skip(comma) || lastComma < digits.at) throw new ProfileError("'BRDA' has no count", at);
    const way = wayOf(bytes, digits.at, lastComma);
    digits.reset(bytes, lastComma + 1, end);
    const taken = digits.skip(dash) && digits.isAtEnd ? 0 : this.#readTaken(bytes, lastComma + 1, end, at);
    this.#context.collector.branch({ line, decision, way, taken }, at);
  }

  #readTaken(bytes: Uint8Array, start: number, end: number, at: number): number {
    this.#digits.reset(bytes, start, end);
    const taken = this.#digits.count('the count of a branch', at);
    if (!this.#digits.isAtEnd) throw new ProfileError('the count of a branch is no whole number', at);
    return taken;
  }

  #readTotal(key: 'LF' | 'LH' | 'BRF' | 'BRH', bytes: Uint8Array, start: number, end: number, at: number): void {
    this.#digits.reset(bytes, start, end);
    const total = this.#digits.count(`'${key}'`, at);
    if (!this.#digits.isAtEnd) throw new ProfileError(`'${key}' is no whole number`, at);
    const totals = key.startsWith('L') ? this.#lines : this.#branches;
    if (key.endsWith('F')) totals.found = total;
    else totals.hit = total;
    if ((totals.hit ?? 0) > (totals.found ?? Number.POSITIVE_INFINITY)) {
      throw new ProfileError(key.startsWith('L') ? "'LH' is more than 'LF'" : "'BRH' is more than 'BRF'", at);
    }
  }

  #endFile(at: number): void {
    const { collector, warnings } = this.#context;
    if (!collector.isOpen) throw new ProfileError("'end_of_record' ends no file", at);
    const { hits, branches } = collector.end();
    const { found = hits.length, hit } = this.#lines;
    const differs =
      found !== hits.length ||
      (hit !== undefined && hit !== countAbove(hits)) ||
      (this.#branches.found !== undefined && this.#branches.found !== branches.length);
    if (differs) warnings.add('totals_differ', at);
  }
}

const longestKey = 32;

/** Where the colon is, or the line ends. A line that has neither soon has no key that means anything. */
const endOfKey = (bytes: Uint8Array, start: number, end: number): number => {
  const last = Math.min(end, start + longestKey);
  let at = start;
  while (at < last && bytes[at] !== colon) at += 1;
  return at;
};

const countAbove = (hits: Float64Array): number => {
  let count = 0;
  for (const value of hits) if (value > 0) count += 1;
  return count;
};

const numbersEnd = 2 ** 32;

/**
 * The number of a branch. A name, such as coverage.py's `jump to line 5`, becomes a number that depends on nothing
 * but the name, above all real ones, so that the same branch is found again in another profile.
 */
const wayOf = (bytes: Uint8Array, start: number, end: number): number => {
  let number = 0;
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    const digit = byte - 0x30;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return start < end && number < numbersEnd ? number : numbersEnd + (hash >>> 0);
};
