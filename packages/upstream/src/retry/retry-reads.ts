import { isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { writes } from '../request.ts';
import type { UpstreamRequest } from '../request.ts';

export interface RetryOptions {
  /** How often in all; 1 repeats nothing. */
  readonly attempts?: number;
  /** The first delay at most; it doubles with each attempt. */
  readonly firstDelayMs?: number;
  /** The longest delay. If an upstream asks for more, its failure is returned at once. */
  readonly longestDelayMs?: number;
  readonly signal?: AbortSignal;
  readonly random?: () => number;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const sleepUnlessAborted = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleepFor(ms, undefined, signal && { signal });

/**
 * Repeats a failed read a few times, after random delays so that callers do not retry in step. Never repeats a write.
 * Does not wait for a rate limit, which is not a fault: that is the caller's decision.
 */
export const retryReads = async <Answer>(
  request: UpstreamRequest,
  attempt: () => Promise<Answer | Failure>,
  options: RetryOptions = {},
): Promise<Answer | Failure> => {
  const { attempts = 3, firstDelayMs = 200, longestDelayMs = 2000, signal } = options;
  const { random = Math.random, sleep = sleepUnlessAborted } = options;
  for (let made = 1; ; made += 1) {
    const answer = await attempt();
    if (!isFailure(answer) || made >= attempts || signal?.aborted) return answer;
    if (writes(request) || !answer.retryable || answer.category !== 'upstream') return answer;
    const wanted = answer.retry_after_ms ?? 0;
    if (wanted > longestDelayMs) return answer;
    const jitter = random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (made - 1));
    try {
      await sleep(Math.max(wanted, jitter), signal);
    } catch {
      return answer;
    }
  }
};
