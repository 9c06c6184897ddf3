import { Refusal } from '../../answers/refusal.ts';
import { queryLimits } from './query-limits.ts';

/** GitHub answers a query that takes too long with 502 and these words. */
const exhausted = (): Refusal =>
  new Refusal(502, 'Something went wrong while executing your query. Ask for less data in one query.');

/** Counts the fields that a query has answered, their characters and its time, and stops it at the limits. */
export class Budget {
  readonly #now: () => number;
  readonly #endMs: number;
  #values = 0;
  #characters = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#endMs = now() + queryLimits.milliseconds;
  }

  /** Call it before a field is answered. */
  spend(): void {
    this.#values += 1;
    if (this.#values > queryLimits.values || this.#now() > this.#endMs) throw exhausted();
  }

  /** Call it with every value that a field has been answered with. */
  keep(value: unknown): void {
    if (typeof value !== 'string') return;
    this.#characters += value.length;
    if (this.#characters > queryLimits.resultCharacters) throw exhausted();
  }
}
