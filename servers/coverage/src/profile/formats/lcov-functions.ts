import type { Collector } from '../collecting/collector.ts';
import { ProfileError } from '../problem.ts';

/**
 * The functions of one file in LCOV: `FN:line[,end],name` and `FNDA:hits,name`, or `FNL` and `FNA` with numbers since
 * LCOV 2.2. Functions of one name are told apart by their order, which is the same in both kinds of records.
 */
export class LcovFunctions {
  readonly #lines = new Map<string, number[]>();
  readonly #hits = new Map<string, number[]>();
  readonly #linesByNumber = new Map<string, number>();
  #isMeasured = false;

  read(record: string, at: number): void {
    this.#isMeasured = true;
    const [, key = '', rest = ''] = /^([A-Z]+):([^]*)$/.exec(record) ?? [];
    if (key === 'FN') this.#readFunction(rest, at);
    else if (key === 'FNDA') this.#readHits(rest, at);
    else if (key === 'FNL') this.#readLine(rest, at);
    else if (key === 'FNA') this.#readAlias(rest, at);
  }

  /** Hands the functions of the file over, and forgets them. */
  end(collector: Collector, at: number): void {
    if (this.#isMeasured) collector.measures('functions');
    for (const [name, lines] of this.#lines) {
      const hits = this.#hits.get(name) ?? [];
      for (const [index, line] of lines.entries()) {
        collector.unit('functions', { key: `${line}:${index}:${name}`, line, weight: 1, hits: hits[index] ?? 0 }, at);
      }
    }
    for (const known of [this.#lines, this.#hits, this.#linesByNumber]) known.clear();
    this.#isMeasured = false;
  }

  #readFunction(text: string, at: number): void {
    const [, line = '', name] = /^(\d+),(?:\d+,)?([^]*)$/.exec(text) ?? [];
    if (name === undefined) throw new ProfileError("'FN' has no line number or no name", at);
    append(this.#lines, name, toCount(line, at));
  }

  #readHits(text: string, at: number): void {
    const [, hits = '', name] = /^(\d+),([^]*)$/.exec(text) ?? [];
    if (name === undefined) throw new ProfileError("'FNDA' has no count or no name", at);
    append(this.#hits, name, toCount(hits, at));
  }

  #readLine(text: string, at: number): void {
    const [number = '', line = ''] = text.split(',', 2);
    this.#linesByNumber.set(number, toCount(line, at));
  }

  #readAlias(text: string, at: number): void {
    const [, number = '', hits = '', name = ''] = /^(\d+),(\d+),([^]*)$/.exec(text) ?? [];
    append(this.#lines, name, this.#linesByNumber.get(number) ?? 0);
    append(this.#hits, name, toCount(hits, at));
  }
}

const append = (lists: Map<string, number[]>, name: string, value: number): void => {
  const known = lists.get(name);
  if (known) known.push(value);
  else lists.set(name, [value]);
};

const toCount = (text: string, at: number): number => {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(count)) return count;
  throw new ProfileError('a number in a function record is not a whole number, or is too large', at);
};
