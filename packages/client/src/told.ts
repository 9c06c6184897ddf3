import type { Recovered } from './calling/recovered.ts';

/** Remembers how the answers that a caller was given came about, as long as he holds them. */
export interface Told {
  /** What the caller is given of a call: its result, or what is thrown instead. */
  give(recovered: Recovered): object;
  /** What was done for an answer that was given, and why. */
  explain(answer: unknown): string;
}

export const createTold = (): Told => {
  const told = new WeakMap<object, Recovered>();
  return {
    give: (recovered) => {
      const { result, thrown } = recovered;
      const answer = result ?? thrown;
      if (typeof answer === 'object' && answer !== null) told.set(answer, recovered);
      if (result === undefined) throw thrown;
      return result;
    },
    explain: (answer) => {
      const recovered = typeof answer === 'object' && answer !== null ? told.get(answer) : undefined;
      return recovered?.explain() ?? 'Nothing is known of this answer.';
    },
  };
};
