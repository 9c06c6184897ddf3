import type { FailureOptions } from '@recourse/contract';
import { writes } from './request.ts';
import type { UpstreamRequest } from './request.ts';

/**
 * What to say where the request may have arrived and nobody knows what it did. A read left nothing behind. A write
 * is not repeated blindly, unless a repetition does no harm.
 */
export const inDoubt = (request: UpstreamRequest): FailureOptions => {
  if (!writes(request)) return { effect: 'none' };
  if (request.idempotent) {
    return { effect: 'unknown', hint: 'Repeat the same call with a growing delay: a repetition does no harm.' };
  }
  return {
    effect: 'unknown',
    retryable: false,
    recovery: 'verify',
    hint: 'Look whether the request took effect before making the call again: its answer was lost.',
  };
};
