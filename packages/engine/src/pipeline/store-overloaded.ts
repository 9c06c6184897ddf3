/**
 * Thrown by a store that cannot admit a call in time, before it has written anything. The call fails with
 * RATE_LIMIT_CONCURRENCY and the time after which the caller should repeat it.
 */
export class StoreOverloadedError extends Error {
  override readonly name = 'StoreOverloadedError';
  /** How many calls wait for admission. */
  readonly waiting: number;
  readonly retryAfterMs: number;

  constructor(waiting: number, retryAfterMs: number) {
    super(`${waiting} calls wait to be admitted`);
    this.waiting = waiting;
    this.retryAfterMs = retryAfterMs;
  }
}
