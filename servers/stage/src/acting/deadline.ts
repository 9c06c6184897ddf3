import { setTimeout as sleep } from 'node:timers/promises';

/** The pauses between the first attempts, in milliseconds. The last one repeats. */
const pauses = [20, 50, 100, 100, 250] as const;

/** The time that an action or a wait has, in steps that grow. */
export class Deadline {
  readonly timeoutMs: number;
  readonly #endsAt: number;
  readonly #signal: AbortSignal;
  #attempts = 0;

  constructor(timeoutMs: number, signal: AbortSignal) {
    this.timeoutMs = timeoutMs;
    this.#endsAt = performance.now() + timeoutMs;
    this.#signal = signal;
  }

  get remainingMs(): number {
    return Math.max(0, Math.ceil(this.#endsAt - performance.now()));
  }

  /** Waits before the next attempt. False if the time is up. Throws if the call was cancelled. */
  async next(): Promise<boolean> {
    const remaining = this.remainingMs;
    if (remaining === 0) return false;
    const pause = pauses[Math.min(this.#attempts, pauses.length - 1)] as number;
    this.#attempts += 1;
    await sleep(Math.min(pause, remaining), undefined, { signal: this.#signal });
    return true;
  }
}
