import { jittered, notBefore } from './delays.ts';
import { end } from './strategy.ts';
import type { Strategy } from './strategy.ts';
import { verify } from './verify.ts';

/** Waits as long as the server says, or a growing while where it does not, and makes the same call again. */
export const wait: Strategy = (situation) => {
  const { reading, repeats, random } = situation;
  const { failure, replayed } = reading;
  if (replayed && failure.effect !== 'none') return verify(situation);
  // Somebody decides elsewhere: the code itself is not retryable, the call after the decision is.
  const decidedElsewhere = failure.code === 'CONFIRMATION_REQUIRED' || failure.code === 'RATE_LIMIT_QUOTA_PAUSE';
  if (!failure.retryable && !decidedElsewhere) return end('handed_over', 'a repetition would change nothing');
  const named = failure.retry_after_ms;
  const afterMs = named === undefined ? 1_000 + jittered(repeats, random) : notBefore(named, random);
  return { kind: 'repeat', afterMs, why: `${failure.code} says to wait` };
};
