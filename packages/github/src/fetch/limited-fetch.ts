import { UpstreamError } from '@recourse/upstream';
import type { ReadFetch } from '@recourse/upstream';

/** So many at once; the others wait in their order. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Waits for a turn, unless the signal ends the wait first. */
  async take(signal: AbortSignal | null | undefined): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const stop = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new UpstreamError('aborted'));
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting.push(go);
    });
  }

  /** Ends a turn: the next in line takes its place. */
  end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** Sends a request when it is its turn. GitHub counts what comes at once, and a request's time begins when it is sent. */
export const createLimitedFetch =
  (inner: ReadFetch, turns: Turns): ReadFetch =>
  async (address, init) => {
    await turns.take(init?.signal);
    try {
      return await inner(address, init);
    } finally {
      turns.end();
    }
  };
