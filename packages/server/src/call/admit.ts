import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Cancelling } from './cancelling.ts';
import type { Incoming } from './incoming.ts';
import type { Running } from './running.ts';

/** Takes a place for a call, or returns the failure to refuse it with. */
export const admit = (running: Running, { unreadable }: Incoming, place: Cancelling): Failure | undefined => {
  if (unreadable) return unreadable;
  return running.enter(place) ? undefined : crowded(running);
};

/** The refusal of a call for which there is no place. Nothing of it has begun, so it can be repeated. */
export const crowded = ({ limit, hasEnded }: Running): Failure =>
  hasEnded
    ? fail('RATE_LIMIT_CONCURRENCY', { limit: 0, of: 'calls' }, { ...stopping, retry_after_ms: retryMs })
    : fail('RATE_LIMIT_CONCURRENCY', { limit, of: 'calls' }, { retry_after_ms: retryMs });

const stopping = {
  http: 503,
  message: 'The server is stopping',
  hint: 'Repeat the same call in a moment; another server process can answer it.',
} as const;

const retryMs = 1000;
