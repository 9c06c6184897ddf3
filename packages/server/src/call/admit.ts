import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Cancelling } from './cancelling.ts';
import type { Incoming } from './incoming.ts';
import type { Running } from './running.ts';

/** Takes a place for a call, or returns the failure to refuse it with. */
export const admit = (running: Running, { unreadable }: Incoming, place: Cancelling): Failure | undefined => {
  if (unreadable) return unreadable;
  if (running.enter(place)) return undefined;
  return fail('RATE_LIMIT_CONCURRENCY', { limit: running.limit, of: 'calls' }, { retry_after_ms: retryMs });
};

const retryMs = 1000;
