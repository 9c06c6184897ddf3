import { StoreOverloadedError } from '@recourse/engine/store-ports';
import type { Overload } from '@recourse/engine/store-ports';
import { ReturnTimes } from './return-times.ts';

/** So many calls may wait while the capacity is unknown: a burst that an idle store can take must not be refused. */
const placesOfIdle = 1000;
/** Calls that wait hold memory. */
const mostPlaces = 10_000;
/** More in one transaction would save little, and the first of them would wait for the last. */
export const admittedAtOnce = 50;
/**
 * Enough to keep two transactions full. So many are admitted even if they have waited too long: they have cost almost
 * as much as a good call already, and after a pause of the process all of them have waited.
 */
export const fewestPlaces = 4 * admittedAtOnce;
/** The queue of a busy store holds what it admits in this part of the longest wait. */
const queuedPart = 1 / 8;
const windowMs = 1000;

/**
 * Bounds the calls that wait to be admitted. An idle store takes a burst; once its queue has not been empty for a
 * second, the rate of its decisions is its capacity, and only as many calls may wait as it decides in a part of
 * `waitMs`. Further calls are refused at once, before anything is written.
 */
export class AdmissionLimit {
  readonly waitMs: number;
  readonly #now: () => number;
  readonly #returns: ReturnTimes;
  #waiting = 0;
  /** Calls that were let in during this turn of the event loop and have not asked for a place yet. */
  #entering = 0;
  #isForgetting = false;
  #since: number;
  #decided = 0;
  /** When the last call got its decision, or the first one began to wait. */
  #decidedAt = 0;
  #wasEmpty = true;
  /** Decisions in a second while calls were always waiting; undefined if the store is not busy. */
  #capacity: number | undefined;

  constructor(waitMs: number, now: () => number = () => performance.now(), random: () => number = Math.random) {
    this.waitMs = waitMs;
    this.#now = now;
    this.#since = now();
    this.#returns = new ReturnTimes(random);
  }

  /** Takes a place for as long as a decision takes. */
  async wait<Decision>(decide: () => Promise<Decision>): Promise<Decision> {
    if (this.#entering > 0) this.#entering -= 1;
    this.#measure();
    if (this.#waiting >= this.#places()) throw this.refusal();
    if (this.#waiting === 0) this.#decidedAt = this.#now();
    this.#waiting += 1;
    try {
      const decision = await decide();
      this.#decided += 1;
      return decision;
    } finally {
      this.#waiting -= 1;
      this.#decidedAt = this.#now();
      if (this.#waiting === 0) this.#wasEmpty = true;
    }
  }

  /**
   * The overload, if there is no place for a call that comes now. Otherwise the call is expected to ask for a place in
   * this turn of the event loop: of many calls that come in one turn, only as many as there are places go further.
   */
  overload(): Overload | undefined {
    this.#measure();
    if (this.#waiting + this.#entering >= this.#places()) return this.#overload();
    this.#entering += 1;
    this.#forgetEntering();
    return undefined;
  }

  /** The refusal of a call now. */
  refusal(): StoreOverloadedError {
    return new StoreOverloadedError(this.#overload());
  }

  /** Calls that other stages refuse never ask for a place. */
  #forgetEntering(): void {
    if (this.#isForgetting) return;
    this.#isForgetting = true;
    setImmediate(() => {
      this.#isForgetting = false;
      this.#entering = 0;
    });
  }

  #overload(): Overload {
    const perSecond = this.#capacity ?? (placesOfIdle * 1000) / this.waitMs;
    const retryAfterMs = this.#returns.next(this.#now(), { queued: this.#waiting, perSecond });
    return { waiting: this.#waiting, retryAfterMs };
  }

  #places(): number {
    if (this.#capacity === undefined) return this.#isStalled() ? fewestPlaces : placesOfIdle;
    const inTime = (this.#capacity * this.waitMs * queuedPart) / 1000;
    return Math.min(mostPlaces, Math.max(fewestPlaces, inTime));
  }

  /** Whether calls wait and the store has decided about none for so long that it cannot be idle. */
  #isStalled(): boolean {
    return this.#waiting > 0 && this.#now() - this.#decidedAt > this.waitMs * queuedPart;
  }

  /** Smooths the rate: after one slow second, callers must not be told to come back long after the recovery. */
  #capacityAt(measured: number): number {
    const slowest = (fewestPlaces * 1000) / this.waitMs;
    return Math.max(measured, (this.#capacity ?? 0) / 2, slowest);
  }

  #measure(): void {
    const passed = this.#now() - this.#since;
    if (passed < windowMs) return;
    if (this.#wasEmpty) this.#capacity = undefined;
    // A longer window means that the process was held up.
    else if (passed < 2 * windowMs) this.#capacity = this.#capacityAt((this.#decided * 1000) / passed);
    this.#since = this.#now();
    this.#decided = 0;
    this.#wasEmpty = this.#waiting === 0;
  }
}
