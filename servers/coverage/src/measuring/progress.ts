import type { Progress } from '@recourse/engine';
import type { RunProgress } from '../running/index.ts';

const leastMs = 1000;

/** Tells the caller how long the tests have been running and what they said last, about once a second. */
export const reportProgress = (progress: (progress: Progress) => void): ((now: RunProgress) => void) => {
  let told = -leastMs;
  return ({ elapsedMs, line }) => {
    if (elapsedMs - told < leastMs) return;
    told = elapsedMs;
    progress({ progress: Math.round(elapsedMs) / 1000, message: line });
  };
};
