import type { Failure } from '@recourse/contract';
import { fail, RunError, runSubject } from '../failing.ts';
import type { Budgets, Countable, SetLimit, Spent } from '../model/budgets.ts';
import type { Session } from './session.ts';

/** Longer timers fire at once. */
const longestTimerMs = 2 ** 31 - 1;

const limitOf = (budget: number | SetLimit | undefined): number | undefined =>
  typeof budget === 'object' ? budget.limit : budget;

const exceeded = ({ budgets, snapshot }: Session, name: keyof Budgets, used: number): Failure => {
  const given = budgets[name];
  const { limit, setting, unit = 1 } = typeof given === 'object' ? given : { limit: given ?? 0, setting: name };
  const details = { budget: setting, limit: limit / unit, used: Math.ceil(used / unit) };
  return fail('BUDGET_EXCEEDED', details, { subject: runSubject(snapshot.run_id) });
};

/** Counts the amounts that one work item uses, until the record has them. Items that run together share what is left. */
export class Spending {
  readonly #session: Session;
  readonly #used: { -readonly [Name in Countable]?: number } = {};

  constructor(session: Session) {
    this.#session = session;
  }

  /** The amounts for the last event of the item; empty if it used nothing. */
  get used(): { readonly spent?: Partial<Spent> } {
    return Object.keys(this.#used).length > 0 ? { spent: this.#used } : {};
  }

  /** Counts an amount. Throws if the run has not got it any more. */
  spend(budget: Countable, amount: number): void {
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new TypeError(`amount must be a whole number of at least 0, got ${amount}`);
    this.hold(budget, amount);
    this.#used[budget] = (this.#used[budget] ?? 0) + amount;
  }

  /** Sets an amount aside that an event will count. Throws if the run has not got it any more. */
  hold(budget: Countable, amount: number): void {
    this.#check(budget, amount);
    const { pending } = this.#session;
    pending[budget] = (pending[budget] ?? 0) + amount;
  }

  /** Gives back what was set aside: an event has counted it, or it was not used. */
  release(budget: Countable, amount: number): void {
    const { pending } = this.#session;
    pending[budget] = (pending[budget] ?? 0) - amount;
  }

  /** Called when the record has what the item used. */
  settle(): void {
    for (const [budget, amount] of Object.entries(this.#used) as [Countable, number][]) this.release(budget, amount);
  }

  #check(budget: Countable, amount: number): void {
    const { budgets, snapshot, pending } = this.#session;
    const limit = limitOf(budgets[budget]);
    const used = (snapshot.spent[budget] ?? 0) + (pending[budget] ?? 0) + amount;
    if (limit !== undefined && used > limit) throw new RunError(exceeded(this.#session, budget, used));
  }
}

/** Throws if no further work item may start. */
export const checkSteps = (session: Session): void => {
  const limit = limitOf(session.budgets.steps);
  const used = session.snapshot.spent.steps + 1;
  if (limit !== undefined && used > limit) throw new RunError(exceeded(session, 'steps', used));
};

/** Calls back when the time of a run is used up. Returns a function that stops the clock. */
export const watchRuntime = (session: Session, onExceeded: (failure: Failure) => void): (() => void) => {
  const { budgets, snapshot, settings } = session;
  const limit = limitOf(budgets.runtime_ms);
  if (limit === undefined) return () => undefined;
  const now = settings.now();
  const since = snapshot.operation ? Date.parse(snapshot.operation.since) : now;
  const used = snapshot.spent.runtime_ms + Math.max(0, now - since);
  const leftMs = Math.max(0, limit - used);
  const timer = setTimeout(
    () => onExceeded(exceeded(session, 'runtime_ms', used + leftMs)),
    Math.min(leftMs, longestTimerMs),
  );
  return () => clearTimeout(timer);
};
