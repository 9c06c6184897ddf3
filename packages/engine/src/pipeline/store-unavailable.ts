/** Thrown by an adapter whose store is unavailable. The call fails with INTERNAL_STORE_UNAVAILABLE. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  readonly store: string;

  constructor(store: string, options?: ErrorOptions) {
    super(`The ${store} store is unavailable`, options);
    this.store = store;
  }
}
