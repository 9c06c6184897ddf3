const firstPauseMs = 100;
const longestPauseMs = 10_000;
/** Outcomes that wait for their store hold memory. Past this number the oldest rule is: one attempt. */
const mostWaiting = 10_000;

let waiting = 0;

/**
 * Runs a write and, where it fails, goes on trying in the background. Resolves with the result of the first attempt, or
 * with undefined once that has failed: the caller does not wait for a store that is away.
 */
export const keepTrying = async <Result>(write: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await write();
  } catch {
    if (waiting < mostWaiting) retry(write, firstPauseMs);
    return undefined;
  }
};

const retry = (write: () => Promise<unknown>, pauseMs: number): void => {
  waiting += 1;
  const timer = setTimeout(() => {
    write().then(
      () => (waiting -= 1),
      () => {
        waiting -= 1;
        retry(write, Math.min(longestPauseMs, pauseMs * 2));
      },
    );
  }, pauseMs);
  timer.unref();
};
