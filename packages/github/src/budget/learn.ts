import { readRateLimit, readRetryAfterMs } from '@recourse/upstream';
import type { UpstreamAnswer } from '@recourse/upstream';
import { endOfPrimary, isLimit, isSecondary, isSpent, shortestSecondaryMs } from '../classify/limits.ts';
import type { Bucket } from './bucket-of.ts';
import type { BudgetState } from './budget-state.ts';

/** How long a bucket without announced limits, as on most enterprise servers, counts as known. */
const unlimitedMs = 60_000;

export interface Learned {
  readonly bucket: Bucket;
  /** Whether others wait for this answer. */
  readonly probes: boolean;
  /** Undefined if none came. */
  readonly answer: UpstreamAnswer | undefined;
  readonly now: number;
}

/** The state after an answer; undefined if the answer changes nothing that others need to know. */
export const learn = (state: BudgetState, { bucket, probes, answer, now }: Learned): BudgetState | undefined => {
  const { [bucket]: _, ...otherProbes } = state.probes;
  const settled = probes ? { ...state, probes: otherProbes } : state;
  if (!answer) return probes ? settled : undefined;
  if (isLimit(answer) && (isSecondary(answer) || !isSpent(answer))) {
    const until = now + (readRetryAfterMs(answer.headers, now) ?? shortestSecondaryMs);
    return { ...settled, blockedUntil: Math.max(state.blockedUntil, Math.ceil(until)) };
  }
  const { limit, remaining, resetsAt } = readRateLimit(answer.headers, now);
  if (!probes && remaining !== 0) return undefined;
  const until = (isLimit(answer) ? endOfPrimary(answer, now) : resetsAt) ?? now + unlimitedMs;
  return {
    ...settled,
    buckets: {
      ...state.buckets,
      [bucket]: { until, ...(limit !== undefined && { limit }), ...(remaining !== undefined && { remaining }) },
    },
  };
};
