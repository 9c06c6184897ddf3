/** A running server, until it is closed or its client goes away. */
export interface Serving {
  /**
   * Ends in order: serves on for `lameDuckMs` while it says that it is not ready, waits `stopMs` for running calls, and
   * answers the rest as cancelled. Ends within a bound, even if a handler ignores its signal and runs on.
   */
  close(options?: CloseOptions): Promise<void>;
  /** Resolves when it has ended, for whatever reason. */
  readonly closed: Promise<void>;
}

export interface CloseOptions {
  /** Skips the waits: running calls are answered as cancelled at once. Also after a `close` that waits. */
  readonly now?: boolean;
}
