import type { Recovered } from './calling/recovered.ts';

/** Remembers how the answers that a caller received came about, for as long as the caller keeps them. */
export interface Told {
  /** The caller's result of a call, or the value that is thrown instead. */
  give(recovered: Recovered): object;
  /** Describes what was done for a returned answer, and why. */
  explain(answer: unknown): string;
}

export const createTold = (): Told => {
  const told = new WeakMap<object, Recovered>();
  return {
    give: (recovered) => {
      const { result, thrown } = recovered;
      const answer = result ?? thrown;
      // To remember what succeeded at once as well would cost more than all the rest, and there is nothing to tell.
      const isPlain = recovered.end === 'succeeded' && recovered.calls === 1;
      if (!isPlain && typeof answer === 'object' && answer !== null) told.set(answer, recovered);
      if (result === undefined) throw thrown;
      return result;
    },
    explain: (answer) => {
      const recovered = typeof answer === 'object' && answer !== null ? told.get(answer) : undefined;
      return (
        recovered?.explain() ??
        'No recovery steps were taken: the call succeeded at the first attempt, or this answer is not from this client.'
      );
    },
  };
};
