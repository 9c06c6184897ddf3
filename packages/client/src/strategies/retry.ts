import { jittered } from './delays.ts';
import { end } from './strategy.ts';
import type { Strategy } from './strategy.ts';

/** Repeats the same call after a growing, jittered delay, and not before the time that the server names. */
export const retry: Strategy = ({ reading: { failure, replayed }, repeats, random }) => {
  // A stored answer is the same however often it is asked for.
  if (!failure.retryable || replayed) return end('handed_over', 'repeating the call would change nothing');
  const afterMs = Math.max(failure.retry_after_ms ?? 0, jittered(repeats, random));
  return { kind: 'repeat', afterMs, why: `${failure.code} may be temporary`, costsRetry: true };
};
