import type { FailureOptions } from '@recourse/contract';
import { writes } from './request.ts';
import type { UpstreamRequest } from './request.ts';

/**
 * What to say where the request may have arrived and nobody knows what it did. A read left nothing behind. A write
 * is not repeated blindly, unless a repetition does no harm.
 */
export const inDoubt = (request: UpstreamRequest): FailureOptions => {
  if (!writes(request)) return { effect: 'none' };
  if (request.idempotent) return { effect: 'unknown' };
  return {
    effect: 'unknown',
    retryable: false,
    hint: 'Nobody knows whether the request took effect. Look before making the call again.',
  };
};
