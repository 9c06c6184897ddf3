/**
 * Runs a worker until it ends, its time is over or the signal aborts, whichever comes first. The result of a
 * worker that goes on is discarded: it cannot be stopped from here.
 */
export const runBounded = async <Result>(
  run: (signal: AbortSignal) => Result | Promise<Result>,
  {
    signal,
    timeoutMs,
    onTimeout,
  }: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly onTimeout: () => Error },
): Promise<Result> => {
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  const timer = setTimeout(() => ending.abort(onTimeout()), timeoutMs);
  try {
    either.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      either.addEventListener('abort', () => reject(either.reason), { once: true });
    });
    aborted.catch(() => undefined);
    const running = Promise.resolve().then(() => run(either));
    running.catch(() => undefined);
    return await Promise.race([running, aborted]);
  } finally {
    clearTimeout(timer);
    // A worker that goes on learns that its attempt is over.
    ending.abort(new Error('The attempt has ended'));
  }
};
