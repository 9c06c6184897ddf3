/** One call in a window. A call that is given back stays in its place, and no longer counts. */
export interface Counted {
  readonly id: string;
  readonly at: number;
  counts: boolean;
}

/**
 * The calls of the last while, oldest first. What has left the window is skipped, and dropped many at a time: taking
 * each from the front of a long list would cost as much as the list is long.
 */
export class SlidingWindow {
  readonly windowMs: number;
  /** Until when a confirmed pause is lifted. */
  grantedUntil = 0;
  #calls: Counted[] = [];
  #first = 0;
  #counting = 0;
  readonly #onLeave: (id: string) => void;

  constructor(windowMs: number, onLeave: (id: string) => void) {
    this.windowMs = windowMs;
    this.#onLeave = onLeave;
  }

  /** How many calls count at this time. */
  countAt(now: number): number {
    const since = now - this.windowMs;
    for (let call = this.#calls[this.#first]; call && call.at <= since; call = this.#calls[this.#first]) {
      this.giveBack(call);
      this.#onLeave(call.id);
      this.#first += 1;
    }
    if (this.#first > 1024 && this.#first > this.#calls.length / 2) {
      this.#calls = this.#calls.slice(this.#first);
      this.#first = 0;
    }
    return this.#counting;
  }

  /** When the oldest call that counts was made. */
  oldest(): number | undefined {
    for (let index = this.#first; index < this.#calls.length; index += 1) {
      const call = this.#calls[index];
      if (call?.counts) return call.at;
    }
    return undefined;
  }

  add(id: string, at: number): Counted {
    const call: Counted = { id, at, counts: true };
    this.#calls.push(call);
    this.#counting += 1;
    return call;
  }

  giveBack(call: Counted): void {
    if (!call.counts) return;
    call.counts = false;
    this.#counting -= 1;
  }
}
