import type { Attestor } from '../evidence/attestor.ts';
import type { Sealed, Sealer } from '@recourse/engine/sealing';
import type { Bounds } from '../settings/store-settings.ts';
import { bufferOf } from './connection.ts';
import type { Database } from './database.ts';

/** The parts that all stores of one file share. */
export interface SqliteContext {
  readonly database: Database;
  readonly sealer: Sealer;
  /** Signs the chain of events; absent in a process without the installation's key. */
  readonly attestor: Attestor | undefined;
  readonly now: () => number;
  readonly most: Bounds;
}

export interface SealedCells {
  readonly sealed_by: string | null;
  readonly sealed: ArrayBuffer | Uint8Array | null;
}

export const sealedOf = ({ sealed_by, sealed }: SealedCells): Sealed | undefined =>
  sealed_by !== null && sealed !== null ? { sealed_by, sealed: bufferOf(sealed) } : undefined;
