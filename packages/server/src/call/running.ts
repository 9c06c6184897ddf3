import type { Cancelling } from './cancelling.ts';

/** The running calls: their number is bounded, and ending waits for them and then cancels those that take too long. */
export class Running {
  /** How many calls may run at the same time. */
  readonly limit: number;
  readonly #calls = new Set<Cancelling>();
  #idle: (() => void) | undefined;
  #ended = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes a place for one more call; false if all are taken. */
  enter(call: Cancelling): boolean {
    if (this.#calls.size >= this.limit) return false;
    // A call that arrives after the end is still answered: as cancelled.
    if (this.#ended) call.cancel();
    this.#calls.add(call);
    return true;
  }

  /** Gives the place of a call back. */
  leave(call: Cancelling): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#idle?.();
  }

  /** Waits for all calls. After the bound, cancels the rest and waits for their outcomes. */
  async end(boundMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise<void>((resolve) => (timer = setTimeout(resolve, boundMs)));
    await Promise.race([this.#settled(), bound]);
    clearTimeout(timer);
    this.#ended = true;
    for (const call of this.#calls) call.cancel();
    await this.#settled();
  }

  async #settled(): Promise<void> {
    if (this.#calls.size > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }
}
