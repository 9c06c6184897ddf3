/** The health of a server as its clients see it. Share one among all clients of a server. */
export interface ServerHealth {
  /** Whether a call may be sent now; false while the circuit is open. */
  mayCall(): boolean;
  /** How long the circuit stays open; 0 where it is closed. */
  openForMs(): number;
  /** Takes one retry from the budget; false if none is left. */
  takeRetry(): boolean;
  /** The server answered. A refusal, such as a rate limit, is also an answer. */
  answered(): void;
  /**
   * The server did not answer, or failed inside. A connection that is lost is one fault, however many calls it took.
   */
  faulted(lost?: object): void;
}

export interface ServerHealthOptions {
  /**
   * The number of faults in a row that opens the circuit; higher if many earlier calls were lost while others were
   * answered.
   */
  readonly faults?: number;
  /** How long nothing is sent; then one call tests whether the server works again. Unless given, 1 s and up to 10 s. */
  readonly openMs?: number;
  /** The number of retries that may be made at once. Every answer restores a tenth of one, up to this number. */
  readonly retries?: number;
  readonly now?: () => number;
}

const firstOpenMs = 1_000;
const longestOpenMs = 10_000;
/** How much of the known share of faults one more outcome replaces. */
const weight = 1 / 16;
/** Faults in a row that are less likely than this by chance alone mean that the server is down. */
const byChance = 0.001;

/**
 * A circuit breaker and a budget of repetitions, so that a server in trouble is not called to death. A line that loses
 * half of all messages loses five in a row repeatedly; the server behind it works and is still called.
 */
export const createServerHealth = (options: ServerHealthOptions = {}): ServerHealth => {
  const { faults: fewest = 5, openMs, retries = 10, now = Date.now } = options;
  const counted = new WeakSet();
  let inARow = 0;
  let openUntil = 0;
  let openings = 0;
  let left = retries;
  /** The share of faults in what came before the faults in a row. */
  let share = 0;
  const durationOf = (): number => openMs ?? Math.min(longestOpenMs, firstOpenMs * 2 ** Math.min(openings, 10));
  const isOpen = (): boolean => inARow >= Math.max(fewest, expectedRun(share));
  return {
    mayCall: () => {
      if (!isOpen()) return true;
      if (now() < openUntil) return false;
      // One call tries; if it never ends, another may try after the same time.
      openUntil = now() + durationOf();
      return true;
    },
    openForMs: () => (isOpen() ? Math.max(0, openUntil - now()) : 0),
    takeRetry: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    answered: () => {
      for (; inARow > 0; inARow -= 1) share += (1 - share) * weight;
      share -= share * weight;
      openings = 0;
      left = Math.min(retries, left + 0.1);
    },
    faulted: (lost) => {
      if (lost && counted.has(lost)) return;
      if (lost) counted.add(lost);
      inARow += 1;
      if (!isOpen()) return;
      openUntil = now() + durationOf();
      openings += 1;
    },
  };
};

/** How many faults in a row a line with this share of faults hardly ever has. */
const expectedRun = (share: number): number =>
  share < 0.05 ? 0 : Math.ceil(Math.log(byChance) / Math.log(Math.min(share, 0.9)));
