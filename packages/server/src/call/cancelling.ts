import type { Cancellation } from '@recourse/engine/front-door';

/** A cancellation that costs little until it happens. Most never do, and an AbortController is expensive. */
export class Cancelling implements Cancellation {
  aborted = false;
  #listeners: (() => void)[] | undefined;

  addEventListener(_type: 'abort', listener: () => void): void {
    (this.#listeners ??= []).push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners?.filter((other) => other !== listener);
  }

  cancel(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners?.splice(0) ?? []) listener();
  }
}
