/** Limits how many requests go to an endpoint at a time. Others wait in the order in which they came. */
export class Slots {
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Runs a request when a slot is free. */
  async use<Result>(endpoint: string, most: number, run: () => Promise<Result>): Promise<Result> {
    while ((this.#taken.get(endpoint) ?? 0) >= most) await this.#turn(endpoint);
    this.#taken.set(endpoint, (this.#taken.get(endpoint) ?? 0) + 1);
    try {
      return await run();
    } finally {
      this.#taken.set(endpoint, (this.#taken.get(endpoint) ?? 1) - 1);
      this.#waiting.get(endpoint)?.shift()?.();
    }
  }

  #turn(endpoint: string): Promise<void> {
    const queue = this.#waiting.get(endpoint) ?? [];
    this.#waiting.set(endpoint, queue);
    return new Promise((resolve) => queue.push(resolve));
  }
}
