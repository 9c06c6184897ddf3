import type { Outcome } from '@recourse/contract';

const replayed = new WeakSet<Outcome>();

/** Remembers that an outcome came from the store, beside it: it says the same as when it was made. */
export const markReplayed = (outcome: Outcome): Outcome => {
  replayed.add(outcome);
  return outcome;
};

export const isReplayed = (outcome: Outcome): boolean => replayed.has(outcome);
