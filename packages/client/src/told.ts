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
      // To remember what succeeded at once as well would cost more than all the rest, and there is nothing to tell.
      const isPlain = recovered.end === 'succeeded' && recovered.calls === 1;
      if (!isPlain && typeof answer === 'object' && answer !== null) told.set(answer, recovered);
      if (result === undefined) throw thrown;
      return result;
    },
    explain: (answer) => {
      const recovered = typeof answer === 'object' && answer !== null ? told.get(answer) : undefined;
      return recovered?.explain() ?? 'Nothing was done besides: it succeeded at once, or is no answer of this client.';
    },
  };
};
