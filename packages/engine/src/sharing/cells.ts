import type { JsonObject } from '@recourse/contract';

/** A shared value as it was read. */
export interface Cell {
  readonly value: JsonObject;
  /** Grows with every change. */
  readonly version: number;
}

/** A new value of a cell. */
export interface CellChange {
  readonly value: JsonObject;
  /** The version that the new value replaces; 0 if there was none. */
  readonly version: number;
  /** The value is forgotten after this time. */
  readonly ttlMs: number;
}

/**
 * Small values that all processes of an installation read and change, such as the state of an upstream's rate limit.
 * Values are stored in the clear: no secrets. They may be lost with the store and must be possible to find out again.
 */
export interface Cells {
  get(name: string): Promise<Cell | undefined>;
  /** Replaces a value if it is still the one that was read. Resolves to false, and changes nothing, otherwise. */
  set(name: string, change: CellChange): Promise<boolean>;
}
