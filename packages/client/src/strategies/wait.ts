import { jittered, notBefore } from '../delays.ts';
import { end } from './strategy.ts';
import type { Strategy } from './strategy.ts';

/** Waits as long as the server says, or for a growing time if it does not say, and makes the same call again. */
export const wait: Strategy = ({ reading: { failure }, repeats, random }) => {
  // A person decides elsewhere: the code itself is not retryable, but the call is after the decision.
  const decidedElsewhere = failure.code === 'CONFIRMATION_REQUIRED' || failure.code === 'RATE_LIMIT_QUOTA_PAUSE';
  if (!failure.retryable && !decidedElsewhere) return end('handed_over', 'repeating the call would change nothing');
  const named = failure.retry_after_ms;
  const afterMs = named === undefined ? 1_000 + jittered(repeats, random) : notBefore(named, random);
  return { kind: 'repeat', afterMs, why: `${failure.code} requires a wait` };
};
