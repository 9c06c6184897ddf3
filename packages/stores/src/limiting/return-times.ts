/** A caller that is told to wait longer is likely to have gone when its turn comes. */
const longestMs = 60_000;
const shortestMs = 50;

export interface Load {
  /** Calls that are served before anything that returns. */
  readonly queued: number;
  /** Calls that are served in a second. */
  readonly perSecond: number;
}

/**
 * Gives refused callers the times at which to come back, one after the other at the rate at which calls are served, as
 * if they waited in a queue. However many were refused, those that return never exceed what can be served.
 */
export class ReturnTimes {
  readonly #random: () => number;
  /** The time up to which returns have been given away. */
  #givenTo = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** The milliseconds after which the next refused caller should come back. */
  next(now: number, { queued, perSecond }: Load): number {
    const eachMs = 1000 / perSecond;
    const givenTo = Math.max(this.#givenTo, now + queued * eachMs) + eachMs;
    this.#givenTo = Math.min(now + longestMs, givenTo);
    if (givenTo > now + longestMs) return Math.round(longestMs * (0.5 + this.#random() / 2));
    // Spread a little: callers round the time, and servers that share a store do not know of each other.
    return Math.round(Math.max(shortestMs, (givenTo - now) * (0.9 + this.#random() / 5)));
  }
}
