const initialPlaces = 64;

/** Replaces a call that was given back: it no longer counts. */
const givenBack = Number.NaN;

/**
 * The calls of the last while, oldest first: one number for each, in a ring that grows when it is full. A busy window
 * holds millions of calls, and as objects they would cost more than the calls themselves.
 */
export class SlidingWindow {
  readonly windowMs: number;
  /** Until when a confirmed pause is lifted. */
  grantedUntil = 0;
  #times = new Float64Array(initialPlaces);
  /** The places of the oldest call that is kept and of the next to come, counted since the beginning. */
  #first = 0;
  #next = 0;
  #counting = 0;

  constructor(windowMs: number) {
    this.windowMs = windowMs;
  }

  /** How many calls count at this time. */
  countAt(now: number): number {
    const since = now - this.windowMs;
    while (this.#first < this.#next) {
      const at = this.#at(this.#first);
      if (at > since) break;
      if (at <= since) this.#counting -= 1;
      this.#first += 1;
    }
    return this.#counting;
  }

  /** When the oldest call that counts was made. */
  oldest(): number | undefined {
    for (let place = this.#first; place < this.#next; place += 1) {
      const at = this.#at(place);
      if (!Number.isNaN(at)) return at;
    }
    return undefined;
  }

  /** Counts a call in, and says under which place it can be given back. */
  add(at: number): number {
    if (this.#next - this.#first === this.#times.length) this.#grow();
    this.#times[this.#next % this.#times.length] = at;
    this.#counting += 1;
    this.#next += 1;
    return this.#next - 1;
  }

  giveBack(place: number): void {
    if (place < this.#first || place >= this.#next || Number.isNaN(this.#at(place))) return;
    this.#times[place % this.#times.length] = givenBack;
    this.#counting -= 1;
  }

  #at(place: number): number {
    return this.#times[place % this.#times.length] ?? givenBack;
  }

  #grow(): void {
    const grown = new Float64Array(this.#times.length * 2);
    for (let place = this.#first; place < this.#next; place += 1) grown[place % grown.length] = this.#at(place);
    this.#times = grown;
  }
}
