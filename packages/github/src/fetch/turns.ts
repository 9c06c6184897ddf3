import { UpstreamError } from '@recourse/upstream';

/** A wait that may end early: the caller has cancelled, or the time is up. */
export interface Patience {
  readonly signal?: AbortSignal | null | undefined;
  readonly timeLeft?: (() => number) | undefined;
}

/** So many at once; the others wait in their order. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Waits for a turn, and no longer than the caller does. Nothing has been sent where the wait ends without one. */
  async take({ signal, timeLeft }: Patience = {}): Promise<void> {
    // An abort that has happened fires no event.
    if (signal?.aborted) throw new UpstreamError('aborted', { sent: false });
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const go = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      const stop = (error: UpstreamError): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(error);
      };
      const cancel = (): void => stop(new UpstreamError('aborted', { sent: false }));
      signal?.addEventListener('abort', cancel, { once: true });
      if (timeLeft) timer = setTimeout(() => stop(new UpstreamError('connect_timeout')), timeLeft());
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
