/** Time that a test can move. */
export class Clock {
  readonly #source: () => number;
  #shiftMs = 0;

  constructor(source: () => number = Date.now) {
    this.#source = source;
  }

  nowMs(): number {
    return this.#source() + this.#shiftMs;
  }

  /** As GitHub writes it: UTC, whole seconds. */
  now(): string {
    return isoOf(this.nowMs());
  }

  advance(ms: number): void {
    this.#shiftMs += ms;
  }
}

export function isoOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
