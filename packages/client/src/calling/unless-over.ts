/** The longest time that a timer can be set to. */
const longestMs = 2 ** 31 - 1;

/**
 * Waits for a person or the caller's own function until the time is over or the caller has cancelled the call; then
 * returns undefined. It uses the real clock, as they do.
 */
export const unlessOver = <Value>(
  done: Promise<Value>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> =>
  new Promise((resolve, reject) => {
    const over = (): void => {
      clearTimeout(timer);
      resolve(undefined);
    };
    const timer = setTimeout(over, Math.min(longestMs, Math.max(1, ms)));
    signal?.addEventListener('abort', over, { once: true });
    if (signal?.aborted) over();
    void done.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
    });
  });
