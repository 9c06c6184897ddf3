import { ProfileError } from '../problem.ts';
import { Digits } from './digits.ts';
import { LcovFunctions } from './lcov-functions.ts';
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

const longestKey = 4;

/** Where the colon is; the beginning, where none follows a key. */
const endOfKey = (bytes: Uint8Array, start: number, end: number): number => {
  const last = Math.min(end, start + longestKey + 1);
  let at = start;
  while (at < last && bytes[at] !== colon) at += 1;
  return at < last ? at : start;
};

/** A key as one number, which is compared without making a string. */
const packKey = (bytes: Uint8Array, start: number, end: number): number => {
  let key = 0;
  for (let at = start; at < end; at += 1) key = (key << 8) | (bytes[at] ?? 0);
  return key;
};

const key = (name: string): number => packKey(Buffer.from(name), 0, name.length);
const keys = { SF: key('SF'), BRDA: key('BRDA'), LF: key('LF'), LH: key('LH'), BRF: key('BRF'), BRH: key('BRH') };
const functionKeys = new Set(['FN', 'FNDA', 'FNL', 'FNA'].map(key));
const functionTotals = new Set(['FNF', 'FNH'].map(key));
/** Names of tests, versions and conditions of MC/DC are not needed here. */
const passedOver = new Set(['TN', 'VER', 'MCDC', 'MCF', 'MCH'].map(key));
/** Enough to recognise the other records by. */
const longestRare = 64;

/** LCOV tracefiles, as geninfo, Istanbul, V8, LLVM and coverage.py write them. */
export const readLcov: FormatReader = async (context) => {
  const reader = new LcovReader(context);
  let last = 0;
  await readLines(context.source, context.limits, (bytes, start, end, line) => {
    last = line;
    reader.read(bytes, start, end, line);
  });
  if (context.collector.isOpen) throw new ProfileError("it is truncated: the last file has no 'end_of_record'", last);
};

interface Totals {
  found?: number;
  hit?: number;
}

class LcovReader {
  readonly #context: ReaderContext;
  readonly #digits = new Digits();
  readonly #functions = new LcovFunctions();
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
    const line = digits.count('a line number', at);
    if (!digits.skip(comma)) throw new ProfileError("'DA' has no count", at);
    const hits = digits.count('the hit count of a line', at);
    if (!digits.isAtEnd && !digits.skip(comma))
      throw new ProfileError('the hit count of a line is not a whole number', at);
    this.#context.collector.line(line, hits, at);
  }

  #readOther(bytes: Uint8Array, start: number, end: number, at: number): void {
    const keyEnd = endOfKey(bytes, start, end);
    const key = packKey(bytes, start, keyEnd);
    if (key === keys.BRDA) this.#readBranch(bytes, keyEnd + 1, end, at);
    else if (key === keys.SF) this.#beginFile(bytes, keyEnd + 1, end, at);
    else if (key === keys.LF || key === keys.LH || key === keys.BRF || key === keys.BRH) {
      this.#readTotal(key, bytes, keyEnd + 1, end, at);
    } else if (functionKeys.has(key)) this.#readFunction(bytes, start, end, at);
    else if (functionTotals.has(key)) this.#context.collector.measures('functions');
    else if (!passedOver.has(key)) this.#readRare(bytes, start, end, at);
  }

  #readFunction(bytes: Uint8Array, start: number, end: number, at: number): void {
    if (!this.#context.collector.isOpen) throw new ProfileError('a function does not belong to any file', at);
    // A name that is not UTF-8 is still one function.
    this.#functions.read(
      decodeText(bytes, start, end) ?? Buffer.from(bytes.subarray(start, end)).toString('latin1'),
      at,
    );
  }

  #readRare(bytes: Uint8Array, start: number, end: number, at: number): void {
    const text = decodeText(bytes, start, Math.min(end, start + longestRare));
    if (text?.trim() === 'end_of_record') this.#endFile(at);
    else if (text !== undefined && /^[A-Z]+:/.test(text)) this.#context.warnings.add('record_unknown', at);
    else if (text?.trim() !== '') throw new ProfileError('this line is not an LCOV record', at);
  }

  #beginFile(bytes: Uint8Array, start: number, end: number, at: number): void {
    const { collector, placer, warnings } = this.#context;
    const path = decodeText(bytes, start, end);
    if (path === '') throw new ProfileError("'SF' has no file name", at);
    if (path === undefined) warnings.add('path_unreadable', at);
    collector.begin(path === undefined ? undefined : placer.place(path, at), at);
    this.#lines = {};
    this.#branches = {};
  }

  /** `BRDA:line,[e]block,branch,taken`: the branch may be any text, and `-` says that the block was never reached. */
  #readBranch(bytes: Uint8Array, start: number, end: number, at: number): void {
    const digits = this.#digits;
    digits.reset(bytes, start, end);
    const line = digits.count('the line number of a branch', at);
    if (!digits.skip(comma)) throw new ProfileError("'BRDA' has no block number", at);
    digits.skip(exceptionMark);
    const decision = digits.count('the block number of a branch', at);
    const lastComma = bytes.lastIndexOf(comma, end - 1);
    if (!digits.skip(comma) || lastComma < digits.at) throw new ProfileError("'BRDA' has no count", at);
    const way = wayOf(bytes, digits.at, lastComma);
    digits.reset(bytes, lastComma + 1, end);
    const taken = digits.skip(dash) && digits.isAtEnd ? 0 : this.#readTaken(bytes, lastComma + 1, end, at);
    this.#context.collector.branch({ line, decision, way, taken }, at);
  }

  #readTaken(bytes: Uint8Array, start: number, end: number, at: number): number {
    this.#digits.reset(bytes, start, end);
    // The way past an `if` is counted as a difference by vitest, which can be below zero where a function was left.
    const isNegative = this.#digits.skip(dash);
    const taken = this.#digits.count('the hit count of a branch', at);
    if (!this.#digits.isAtEnd) throw new ProfileError('the hit count of a branch is not a whole number', at);
    if (isNegative) this.#context.warnings.add('branch_negative', at);
    return isNegative ? 0 : taken;
  }

  #readTotal(key: number, bytes: Uint8Array, start: number, end: number, at: number): void {
    this.#digits.reset(bytes, start, end);
    const total = this.#digits.count('a total', at);
    if (!this.#digits.isAtEnd) throw new ProfileError('a total is not a whole number', at);
    const ofLines = key === keys.LF || key === keys.LH;
    const totals = ofLines ? this.#lines : this.#branches;
    if (key === keys.LF || key === keys.BRF) totals.found = total;
    else totals.hit = total;
    if ((totals.hit ?? 0) > (totals.found ?? Number.POSITIVE_INFINITY)) {
      throw new ProfileError(ofLines ? "'LH' is greater than 'LF'" : "'BRH' is greater than 'BRF'", at);
    }
  }

  #endFile(at: number): void {
    const { collector, warnings } = this.#context;
    if (!collector.isOpen) throw new ProfileError("'end_of_record' has no preceding 'SF'", at);
    this.#functions.end(collector, at);
    const { hits, branches } = collector.end();
    const { found = hits.length, hit } = this.#lines;
    const differs =
      found !== hits.length ||
      (hit !== undefined && hit !== countAbove(hits)) ||
      (this.#branches.found !== undefined && this.#branches.found !== branches.length);
    if (differs) warnings.add('totals_differ', at);
  }
}

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
