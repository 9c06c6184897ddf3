/**
 * Where the idempotency keys of effects that are still open are kept. An intent is a digest or a name of the
 * caller's; what was asked for is not in it. One process at a time may use a durable store.
 */
export interface KeyStore {
  /** True where keys outlive the process: then a key is written before its call is sent. */
  readonly durable: boolean;
  /** The keys of an intent that are still open, oldest first. */
  open(intent: string): Promise<readonly string[]>;
  add(intent: string, key: string): Promise<void>;
  remove(intent: string, key: string): Promise<void>;
  /** False only where nothing is open, so that a lookup can be spared. */
  readonly mayHold: boolean;
}

/** Servers keep outcomes for a day unless they say otherwise; a key that is older protects nothing. */
export const keptMs = 24 * 60 * 60 * 1_000;
/** What a process that never settles anything can pile up. */
export const mostKeys = 10_000;
