import type { FailureOptions } from '@recourse/contract';
import { writes } from './request.ts';
import type { UpstreamRequest } from './request.ts';

/**
 * The options of a failure after which the effect is unknown, because the request may have arrived. A read has no
 * effect. A write must not be repeated blindly unless it is idempotent.
 */
export const inDoubt = (request: UpstreamRequest): FailureOptions => {
  if (!writes(request)) return { effect: 'none' };
  if (request.idempotent) {
    return { effect: 'unknown', hint: 'Repeat the same call, waiting longer each time; repeating it is safe.' };
  }
  return {
    effect: 'unknown',
    retryable: false,
    recovery: 'verify',
    hint: 'Check whether the request took effect before repeating the call: its outcome is unknown.',
  };
};
