const most = 10_000;
const retryMs = 1000;

/**
 * Admissions whose answer was lost: they may have been committed, and their handlers never ran. Each is undone with
 * every batch until the server cannot be working on it any more.
 */
export class Doubts {
  readonly #settleMs: number;
  readonly #wake: () => void;
  readonly #until = new Map<string, number>();
  #isPlanned = false;

  constructor(statementMs: number, wake: () => void) {
    this.#settleMs = 2 * statementMs;
    this.#wake = wake;
  }

  add(attempts: readonly string[]): void {
    const until = performance.now() + this.#settleMs;
    for (const attempt of attempts) if (this.#until.size < most) this.#until.set(attempt, until);
    this.#plan();
  }

  areDue(): boolean {
    return this.#until.size > 0;
  }

  pending(): readonly string[] {
    return [...this.#until.keys()];
  }

  /** Forgets attempts that were undone after the server must have ended them. */
  settle(undone: readonly string[]): void {
    const now = performance.now();
    for (const attempt of undone) if ((this.#until.get(attempt) ?? 0) < now) this.#until.delete(attempt);
    this.#plan();
  }

  #plan(): void {
    if (this.#until.size === 0) return;
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      this.#wake();
      this.#plan();
    }, retryMs).unref();
  }
}
