import { rankTable } from './rank-table.ts';

const none = Number.POSITIVE_INFINITY;

/** How many parts are left of the bytes of a piece when the merges of the table are made, lowest rank first. */
export const mergedLength = (piece: string): number => {
  const ranks = rankTable();
  const bytes = Buffer.from(piece, 'utf8').toString('latin1');
  if (ranks.has(bytes)) return 1;
  return new Merging(bytes, ranks).run();
};

/**
 * Merges pairs of adjacent parts. The pairs wait in a heap by rank, then by place, as the encoding takes them; a pair
 * that changed since it was put there is skipped. This keeps long pieces from costing the square of their length.
 */
class Merging {
  readonly #bytes: string;
  readonly #ranks: ReadonlyMap<string, number>;
  /** The ends of the parts, by their starts. */
  readonly #end: Int32Array;
  /** The starts of the parts before, by the starts of the parts. */
  readonly #before: Int32Array;
  /** Rank and start of waiting pairs, as one number that sorts by both. */
  readonly #heap: number[] = [];

  constructor(bytes: string, ranks: ReadonlyMap<string, number>) {
    this.#bytes = bytes;
    this.#ranks = ranks;
    this.#end = Int32Array.from({ length: bytes.length }, (_, at) => at + 1);
    this.#before = Int32Array.from({ length: bytes.length }, (_, at) => at - 1);
  }

  run(): number {
    const { length } = this.#bytes;
    for (let at = 0; at + 1 < length; at += 1) this.#wait(at);
    let parts = length;
    for (let pair = this.#take(); pair !== undefined; pair = this.#take()) {
      const start = pair % length;
      if (this.#rankAt(start) !== Math.floor(pair / length)) continue;
      const middle = this.#end[start] as number;
      const end = this.#end[middle] as number;
      this.#end[start] = end;
      // No part starts here any more.
      this.#end[middle] = -1;
      if (end < length) this.#before[end] = start;
      parts -= 1;
      this.#wait(start);
      if (start > 0) this.#wait(this.#before[start] as number);
    }
    return parts;
  }

  /** The rank of the part that starts here together with the next one. */
  #rankAt(start: number): number {
    const middle = this.#end[start] as number;
    if (middle < 0 || middle >= this.#bytes.length) return none;
    return this.#ranks.get(this.#bytes.slice(start, this.#end[middle])) ?? none;
  }

  #wait(start: number): void {
    const rank = this.#rankAt(start);
    if (rank === none) return;
    const heap = this.#heap;
    let at = heap.push(rank * this.#bytes.length + start) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as number) <= (heap[at] as number)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #take(): number | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      let child = 2 * at + 1;
      if (child >= heap.length) return first;
      if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
      if ((heap[at] as number) <= (heap[child] as number)) return first;
      this.#swap(at, child);
      at = child;
    }
  }

  #swap(one: number, other: number): void {
    const kept = this.#heap[one] as number;
    this.#heap[one] = this.#heap[other] as number;
    this.#heap[other] = kept;
  }
}
