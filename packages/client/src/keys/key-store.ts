/**
 * Keeps the idempotency keys of effects that are still in doubt. An intent is a digest or a name chosen by the caller;
 * it does not contain the arguments. Only one process at a time may use a durable store.
 */
export interface KeyStore {
  /** True if keys outlive the process: then a key is stored before its call is sent. */
  readonly durable: boolean;
  /** The open keys of an intent that a server still knows, oldest first. */
  open(intent: string): Promise<readonly string[]>;
  /**
   * The open keys of an intent that are too old to ask with. A call that has one is not sent and ends `in_doubt`.
   * A store without this method must return old keys from `open`, never forget them.
   */
  expired?(intent: string): Promise<readonly string[]>;
  /** Rejects if the key cannot be kept: a call whose key is not kept must not be sent. */
  add(intent: string, key: string): Promise<void>;
  remove(intent: string, key: string): Promise<void>;
  /** False only if nothing is open; it saves a lookup. */
  readonly mayHold: boolean;
}

/**
 * How long a key can be reused. Servers keep outcomes for a day unless configured otherwise. The hour of margin covers
 * clocks that differ and calls that took a while before their key was stored.
 */
export const keptMs = 23 * 60 * 60 * 1_000;
/** Limits what a process that never settles anything can accumulate. */
export const mostKeys = 10_000;
