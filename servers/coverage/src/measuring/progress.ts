import type { Progress } from '@recourse/engine';

/** How a long task hears that its caller has gone, and tells the caller how far it is. */
export interface Watch {
  readonly signal: AbortSignal | undefined;
  readonly tell: (message: string) => void;
}

const leastMs = 1000;

/** Reports the seconds since the call began and what it does, once a second at most. A short call reports nothing. */
export const watchCall = (
  call: { readonly signal: AbortSignal; readonly progress: (progress: Progress) => void },
  now: () => number,
): Watch => {
  const startedAt = now();
  let toldMs = 0;
  return {
    signal: call.signal,
    tell: (message) => {
      const elapsedMs = now() - startedAt;
      if (elapsedMs - toldMs < leastMs) return;
      toldMs = elapsedMs;
      call.progress({ progress: Math.round(elapsedMs) / 1000, message });
    },
  };
};

/** For documents that are read without a call, such as resources. */
export const unwatched: Watch = { signal: undefined, tell: () => {} };
