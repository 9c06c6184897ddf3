import { setTimeout as sleepFor } from 'node:timers/promises';
import type { RetryOptions } from '@recourse/upstream';

type Sleep = NonNullable<RetryOptions['sleep']>;

const sleepUnlessAborted: Sleep = (ms, signal) => sleepFor(ms, undefined, signal && { signal });

/** Waits before a repetition, unless the time of the whole call would be over by then. */
export const sleepUntil =
  (deadline: number, sleep: Sleep = sleepUnlessAborted): Sleep =>
  async (ms, signal) => {
    if (performance.now() + ms >= deadline) throw new Error('Not enough time is left for a retry');
    await sleep(ms, signal);
  };
