import { jittered, namesTime } from '../delays.ts';
import { end } from './strategy.ts';
import type { Strategy } from './strategy.ts';

/** Repeats the same call when the server names a time, and otherwise after a growing, jittered delay. */
export const retry: Strategy = ({ reading: { failure, replayed }, repeats, random }) => {
  // A stored answer is the same however often it is asked for.
  if (!failure.retryable || replayed) return end('handed_over', 'repeating the call would change nothing');
  const named = failure.retry_after_ms;
  const why = `${failure.code} may be temporary`;
  if (namesTime(named)) return { kind: 'repeat', afterMs: named, why };
  return { kind: 'repeat', afterMs: Math.max(named ?? 0, jittered(repeats, random)), why, costsRetry: true };
};
