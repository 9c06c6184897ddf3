/** Calls whose answers wait until a plugin has seen them. */
export class HeldCalls {
  readonly #waiting = new Map<number, () => void>();
  #last = 0;

  /** Holds a call until it is released, and no longer than this. */
  add(mostMs: number): { readonly number: number; readonly released: Promise<void> } {
    this.#last += 1;
    const number = this.#last;
    const released = new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.release(number), mostMs);
      this.#waiting.set(number, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return { number, released };
  }

  release(number: number): void {
    this.#waiting.get(number)?.();
    this.#waiting.delete(number);
  }

  releaseAll(): void {
    for (const number of this.#waiting.keys()) this.release(number);
  }
}
