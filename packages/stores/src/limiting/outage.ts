import { StoreUnavailableError } from '@recourse/engine/store-ports';

const shortestMs = 1000;
const longestMs = 10_000;

/**
 * Tells callers of a store that is down when to come back: after as long as it has been down, so that they come often
 * during a restart and rarely during a long outage. Without a time, a client that repeats a call after growing delays
 * gives up before a server has restarted.
 */
export class Outage {
  readonly #now: () => number;
  readonly #random: () => number;
  #since: number | undefined;

  constructor(now: () => number = () => performance.now(), random: () => number = Math.random) {
    this.#now = now;
    this.#random = random;
  }

  /** The store has answered. */
  ended(): void {
    this.#since = undefined;
  }

  /** Adds the time to an error that says that the store is unavailable; returns any other as it is. */
  explain(error: unknown): unknown {
    if (!(error instanceof StoreUnavailableError)) return error;
    this.#since ??= this.#now();
    const downMs = this.#now() - this.#since;
    const afterMs = Math.min(longestMs, Math.max(shortestMs, downMs));
    // Spread, so that callers who were refused together do not come back together.
    const retryAfterMs = Math.round(afterMs * (1 + this.#random() / 2));
    return new StoreUnavailableError(error.store, { cause: error.cause, retryAfterMs });
  }
}
