import type { Outcome } from '@recourse/contract';
import { parseOutcome, renderOutcome } from './outcome-text.ts';
import type { Sealed, Sealer } from '@recourse/engine/sealing';

const place = (id: string): string => `replay ${id}`;

/** Seals an outcome for the row of its claim. Without a key nothing is kept of it but that there was one. */
export const sealOutcome = (sealer: Sealer | undefined, outcome: Outcome, id: string): Sealed | undefined =>
  sealer?.seal(renderOutcome(outcome), place(id));

/** Reads an outcome; nothing if its key is not ours. */
export const readOutcome = (sealer: Sealer | undefined, sealed: Sealed, id: string): Outcome | undefined => {
  const text = sealer?.unseal(sealed, place(id));
  return text === undefined ? undefined : parseOutcome(text);
};
