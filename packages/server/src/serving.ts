/** A running server, until it is closed or its client goes away. */
export interface Serving {
  /** Accepts nothing new, waits for running calls within a bound, and ends. */
  close(): Promise<void>;
  /** Resolves when it has ended, for whatever reason. */
  readonly closed: Promise<void>;
}
