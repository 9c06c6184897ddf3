import type { Attestor } from '../evidence/attestor.ts';
import type { Sealed, Sealer } from '@recourse/engine/sealing';
import type { Bounds } from '../settings/store-settings.ts';
import type { Database } from './database.ts';

/** The parts that all stores of one schema share. */
export interface PostgresContext {
  readonly database: Database;
  /** Absent if there is no key. */
  readonly sealer: Sealer | undefined;
  /** Signs the chain of events; absent if there is no key. */
  readonly attestor: Attestor | undefined;
  /** `sealer`; or, without a key, one that only this process can open. */
  readonly tokenSealer: Sealer;
  /** Null if the clock of the server's machine decides. */
  readonly now: () => number | null;
  readonly most: Bounds;
}

export interface SealedCells {
  readonly sealed_by: string | null;
  readonly sealed: Buffer | null;
}

export const sealedOf = ({ sealed_by, sealed }: SealedCells): Sealed | undefined =>
  sealed_by !== null && sealed !== null ? { sealed_by, sealed } : undefined;

/** PostgreSQL's text knows no NUL, and what only shows a name need not have one. */
export const withoutNul = (text: string): string => text.replaceAll('\u0000', '\uFFFD');
