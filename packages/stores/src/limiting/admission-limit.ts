import { StoreOverloadedError } from '@recourse/engine';
import type { Overload } from '@recourse/engine';

/** So many calls may wait in any case: a store that has just started has not been measured yet. */
const fewest = 2000;
/** They hold memory. */
const most = 10_000;
/** So many are admitted at once even if they have waited too long: after a pause of the process all of them have. */
export const admittedAtOnce = 100;
const secondMs = 1000;
const longestRetry = 30;

/**
 * Bounds the calls that wait to be admitted. As many may wait as the store admits within `waitMs`, measured while it
 * runs; further calls are refused at once, before anything is written. Refused callers are told to come back after a
 * time that grows with the load, so that together they ask no more often than the store can answer.
 */
export class AdmissionLimit {
  readonly waitMs: number;
  readonly #now: () => number;
  readonly #random: () => number;
  #waiting = 0;
  #since = 0;
  #asked = { now: 0, before: 0 };
  #decided = { now: 0, before: 0 };

  constructor(waitMs: number, now: () => number = () => performance.now(), random: () => number = Math.random) {
    this.waitMs = waitMs;
    this.#now = now;
    this.#random = random;
  }

  /** Takes a place for as long as a decision takes. */
  async wait<Decision>(decide: () => Promise<Decision>): Promise<Decision> {
    this.#tick();
    this.#asked.now += 1;
    if (this.#waiting >= this.#places()) throw this.refusal();
    this.#waiting += 1;
    try {
      const decision = await decide();
      this.#decided.now += 1;
      return decision;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Counts a call that would be refused now; undefined if there is a place for it. */
  overload(): Overload | undefined {
    this.#tick();
    if (this.#waiting < this.#places()) return undefined;
    this.#asked.now += 1;
    return this.#overload();
  }

  /** The refusal of a call now. */
  refusal(): StoreOverloadedError {
    return new StoreOverloadedError(this.#overload());
  }

  #overload(): Overload {
    const load = (this.#asked.now + this.#asked.before) / Math.max(1, this.#decided.now + this.#decided.before);
    const factor = Math.min(longestRetry, Math.max(1, load));
    // Spread, so that callers that were refused together do not come back together.
    const retryAfterMs = Math.round(this.waitMs * factor * (0.75 + this.#random() / 2));
    return { waiting: this.#waiting, retryAfterMs };
  }

  #places(): number {
    const inTime = (Math.max(this.#decided.now, this.#decided.before) * this.waitMs) / secondMs;
    return Math.min(most, Math.max(fewest, inTime));
  }

  #tick(): void {
    const passed = this.#now() - this.#since;
    if (passed < secondMs) return;
    const isRecent = passed < 2 * secondMs;
    for (const count of [this.#asked, this.#decided]) {
      count.before = isRecent ? count.now : 0;
      count.now = 0;
    }
    this.#since = this.#now();
  }
}
