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

  /** Waits until nothing is owed any more, within a bound. */
  async settled(boundMs: number): Promise<void> {
    if (this.#count === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      timer = setTimeout(resolve, boundMs);
    });
    clearTimeout(timer);
  }
}
