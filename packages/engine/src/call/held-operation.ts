import type { Outcome } from '@recourse/contract';

const operations = new WeakMap<Outcome, string>();

/** Remembers, for the outcome of a confirmation, which operation the held call resolved to. */
export const rememberHeldOperation = (outcome: Outcome, operation: string): void => {
  operations.set(outcome, operation);
};

/** The operation that a confirmed call made; undefined if the confirmation led to none. */
export const heldOperation = (outcome: Outcome): string | undefined => operations.get(outcome);
