export interface StoreUnavailableOptions extends ErrorOptions {
  /** When the store may be back. Callers repeat the call then. */
  readonly retryAfterMs?: number;
}

/** Thrown by an adapter whose store is unavailable. The call fails with INTERNAL_STORE_UNAVAILABLE. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  readonly store: string;
  readonly retryAfterMs: number | undefined;

  constructor(store: string, options: StoreUnavailableOptions = {}) {
    super(`The ${store} store is unavailable`, options);
    this.store = store;
    this.retryAfterMs = options.retryAfterMs;
  }
}
