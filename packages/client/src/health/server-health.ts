/** What a client knows of how a server fares. Shared by all clients of one server, it speaks for all of them. */
export interface ServerHealth {
  /** Whether a call may be sent now; false while the circuit is open. */
  mayCall(): boolean;
  /** How long the circuit stays open; 0 where it is closed. */
  restsForMs(): number;
  /** Takes one repetition from the budget; false where none is left. */
  takeRetry(): boolean;
  /** The server answered, be it with a refusal: a rate limit is an answer too. */
  answered(): void;
  /** The server did not answer, or failed inside. A connection that is lost is one fault, however many calls it took. */
  faulted(lost?: object): void;
}

export interface ServerHealthOptions {
  /** So many faults in a row open the circuit. */
  readonly faults?: number;
  /** For so long nothing is sent; then one call tries whether the server is back. */
  readonly restMs?: number;
  /** So many repetitions may be made at once. Every answer gives a tenth of one back, up to this many. */
  readonly retries?: number;
  readonly now?: () => number;
}

/** A circuit breaker and a budget of repetitions, so that a server in trouble is not called to death. */
export const createServerHealth = (options: ServerHealthOptions = {}): ServerHealth => {
  const { faults: most = 5, restMs = 10_000, retries = 10, now = Date.now } = options;
  const counted = new WeakSet();
  let inARow = 0;
  let restsUntil = 0;
  let left = retries;
  return {
    mayCall: () => {
      if (inARow < most) return true;
      if (now() < restsUntil) return false;
      // One call tries; if it is never heard of again, another may after the same time.
      restsUntil = now() + restMs;
      return true;
    },
    restsForMs: () => (inARow < most ? 0 : Math.max(0, restsUntil - now())),
    takeRetry: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    answered: () => {
      inARow = 0;
      left = Math.min(retries, left + 0.1);
    },
    faulted: (lost) => {
      if (lost && counted.has(lost)) return;
      if (lost) counted.add(lost);
      inARow += 1;
      if (inARow >= most) restsUntil = now() + restMs;
    },
  };
};
