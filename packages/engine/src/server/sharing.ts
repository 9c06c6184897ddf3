import { createOwnSeals } from '../sealing/seals.ts';
import type { Seals } from '../sealing/seals.ts';

/** What the processes of one installation share besides the state of calls. */
export interface Sharing {
  /** Seals what clients carry from one request to the next, to whichever process receives it. */
  readonly seals: Seals;
}

/** Completes what a store provides with what one process can do alone. */
export const sharingOf = (given: Partial<Sharing> = {}): Sharing => ({ seals: given.seals ?? createOwnSeals() });
