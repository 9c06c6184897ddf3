import type { Cancelling } from './cancelling.ts';
import { within } from './patience.ts';

const answerMs = 2000;

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

  /** True once no more calls can begin. */
  get hasEnded(): boolean {
    return this.#ended;
  }

  /** How many calls run now. */
  get count(): number {
    return this.#calls.size;
  }

  /** Takes a place for one more call; false if all are taken, or if the end has come. */
  enter(call: Cancelling): boolean {
    if (this.#ended || this.#calls.size >= this.limit) return false;
    this.#calls.add(call);
    return true;
  }

  /** Gives the place of a call back. */
  leave(call: Cancelling): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#idle?.();
  }

  /** Resolves when no call runs. */
  async idle(): Promise<void> {
    if (this.#calls.size > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  /** Lets no more calls begin, cancels those that run and waits for their answers. */
  async end(): Promise<void> {
    this.#ended = true;
    for (const call of this.#calls) call.cancel();
    // A cancelled call is answered at once; only a store that does not answer can hold it up.
    await within(answerMs, this.idle());
  }
}
