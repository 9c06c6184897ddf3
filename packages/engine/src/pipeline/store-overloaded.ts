import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { markOverload } from '../stages/record/overload-refusals.ts';

/** How overloaded a store is. */
export interface Overload {
  /** How many calls wait for admission. */
  readonly waiting: number;
  readonly retryAfterMs: number;
}

/**
 * Thrown by a store that cannot admit a call in time, before it has written anything. The call fails with
 * RATE_LIMIT_CONCURRENCY and the time after which the caller should repeat it.
 */
export class StoreOverloadedError extends Error implements Overload {
  override readonly name = 'StoreOverloadedError';
  readonly waiting: number;
  readonly retryAfterMs: number;

  constructor({ waiting, retryAfterMs }: Overload) {
    super(`${waiting} calls are waiting to be admitted`);
    this.waiting = waiting;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The refusal of a call that an overloaded store does not admit. */
export const refuseOverload = ({ waiting, retryAfterMs }: Overload, correlation_id: string): Failure =>
  markOverload(
    fail(
      'RATE_LIMIT_CONCURRENCY',
      { limit: waiting, of: 'calls' },
      { correlation_id, effect: 'none', retry_after_ms: retryAfterMs },
    ),
  );
