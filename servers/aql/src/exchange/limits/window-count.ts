/** So many moments are kept one by one; beyond that, those close together are kept as one. */
const exact = 1000;

interface Moment {
  readonly since: number;
  at: number;
  count: number;
}

/**
 * How many requests were sent in the last window, which slides. It never counts too few: moments that are kept as
 * one count until the latest of them has left the window.
 */
export class WindowCount {
  readonly #windowMs: number;
  readonly #moments: Moment[] = [];
  #counted = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(now: number): void {
    this.#counted += 1;
    const last = this.#moments.at(-1);
    const close = this.#moments.length >= exact && last && now - last.since < this.#windowMs / exact;
    if (!last || (last.at !== now && !close)) this.#moments.push({ since: now, at: now, count: 1 });
    else {
      last.count += 1;
      last.at = Math.max(last.at, now);
    }
  }

  count(now: number): number {
    let gone = 0;
    for (const { at, count } of this.#moments) {
      if (at > now - this.#windowMs) break;
      gone += 1;
      this.#counted -= count;
    }
    if (gone > 0) this.#moments.splice(0, gone);
    return this.#counted;
  }

  /** When the first of those that are counted leaves the window. */
  freeAt(now: number): number {
    return (this.#moments[0]?.at ?? now - this.#windowMs) + this.#windowMs;
  }
}
