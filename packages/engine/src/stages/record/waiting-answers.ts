import type { Schedule } from './schedule.ts';

interface Answer {
  readonly until: number;
  readonly done: () => void;
}

/** Answers that wait until their events are kept, in the order of these. The time that they may wait is bounded. */
export class WaitingAnswers {
  readonly #schedule: Schedule;
  readonly #boundMs: number;
  readonly #onLate: () => void;
  #answers: Answer[] = [];
  #cancelBound: (() => void) | undefined;

  constructor(schedule: Schedule, boundMs: number, onLate: () => void) {
    this.#schedule = schedule;
    this.#boundMs = boundMs;
    this.#onLate = onLate;
  }

  get length(): number {
    return this.#answers.length;
  }

  /** Resolves when so many events are settled, or the bound has passed without any. */
  wait(until: number): Promise<void> {
    return new Promise((done) => {
      this.#answers.push({ until, done });
      this.#bound();
    });
  }

  /** Lets those go whose events are settled; all of them unless told how many are. */
  release(settled = Infinity): void {
    this.#cancelBound?.();
    this.#cancelBound = undefined;
    const left = this.#answers.findIndex(({ until }) => until > settled);
    const released = left === -1 ? this.#answers : this.#answers.slice(0, left);
    this.#answers = left === -1 ? [] : this.#answers.slice(left);
    for (const { done } of released) done();
    if (this.#answers.length > 0) this.#bound();
  }

  #bound(): void {
    this.#cancelBound ??= this.#schedule(() => {
      this.#onLate();
      this.release();
    }, this.#boundMs);
  }
}
