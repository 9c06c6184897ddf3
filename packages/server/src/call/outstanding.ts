import { within } from './patience.ts';

/** Counts the answers that a door still owes, so that it can wait for them before it ends. */
export class Outstanding {
  #count = 0;
  #idle: (() => void) | undefined;

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#idle?.();
  }

  /** Resolves when nothing is owed any more. */
  async idle(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  /** Waits until nothing is owed any more, within a bound. */
  settled(boundMs: number): Promise<void> {
    return within(boundMs, this.idle());
  }
}
