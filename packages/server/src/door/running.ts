import { Cancelling } from './cancelling.ts';

/** The calls that run at present: bounded, waited for at the end, and stopped if they take too long. */
export class Running {
  /** How many there may be at the same time. */
  readonly limit: number;
  readonly #calls = new Set<Cancelling>();
  #idle: (() => void) | undefined;
  #ended = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** A place for one more call; nothing where all are taken. */
  enter(): Cancelling | undefined {
    if (this.#calls.size >= this.limit) return undefined;
    const call = new Cancelling();
    // Whoever was still on the way when the end came is answered, too.
    if (this.#ended) call.cancel();
    this.#calls.add(call);
    return call;
  }

  leave(call: Cancelling): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#idle?.();
  }

  /** Waits for all; after the bound, the rest are cancelled and their last word is waited for. */
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
