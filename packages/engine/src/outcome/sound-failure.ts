import { fail, readOutcome } from '@recourse/contract';
import type { Failure } from '@recourse/contract';

/**
 * Copies a failure that a function of a tool's author made outside the handler, such as `hold` or a router's `resolve`.
 * One that is not JSON becomes INTERNAL_ERROR.
 */
export const soundFailure = (failure: Failure): Failure => {
  const read = readOutcome(failure);
  if (read.ok && !read.outcome.ok) return read.outcome;
  const cause = new TypeError('The failure is not valid JSON', { cause: read.ok ? undefined : read.problem });
  return fail('INTERNAL_ERROR', {}, { effect: 'none', cause_class: 'InvalidOutput', cause });
};
