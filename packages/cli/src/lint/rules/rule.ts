import type { Facts, Place } from '../facts.ts';

/** One rule: a pure function over the facts. To add one: a file here, and a line in the list. */
export interface Rule {
  readonly id: string;
  readonly check: (facts: Facts) => readonly RuleFinding[];
}

/** The finding of a rule at one place. */
export interface RuleFinding {
  readonly place: Place;
  /** The code that it is about, null if it is about a file. */
  readonly code: string | null;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
}
