const firstPauseMs = 100;
const longestPauseMs = 10_000;
/** Outcomes that wait for their store take up memory. Beyond this many, a failed write is not retried. */
const mostWaiting = 10_000;

let waiting = 0;

/**
 * Runs a write. If it fails, retries it in the background and returns undefined: the caller does not wait for a store
 * that is down. Returns the result of the first attempt, or its promise.
 */
export const keepTrying = <Result>(write: Write<Result>): Result | undefined | Promise<Result | undefined> => {
  const later = (): undefined => {
    if (waiting < mostWaiting) retry(write, firstPauseMs);
  };
  try {
    const result = write();
    return result instanceof Promise ? result.catch(later) : result;
  } catch {
    return later();
  }
};

type Write<Result> = () => Result | Promise<Result>;

const retry = (write: Write<unknown>, pauseMs: number): void => {
  waiting += 1;
  const attempt = async (): Promise<unknown> => write();
  const timer = setTimeout(() => {
    attempt().then(
      () => (waiting -= 1),
      () => {
        waiting -= 1;
        retry(write, Math.min(longestPauseMs, pauseMs * 2));
      },
    );
  }, pauseMs);
  timer.unref();
};
