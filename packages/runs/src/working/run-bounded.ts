/** One for all attempts: a new error would record its stack each time, which is slow. */
const over = new Error('The attempt has ended');

/**
 * Runs a worker until it ends, its time is over or the signal aborts, whichever comes first. The result of a
 * worker that continues is discarded: it cannot be stopped from here.
 */
export const runBounded = async <Result>(
  run: (signal: AbortSignal) => Result | Promise<Result>,
  {
    signal,
    timeoutMs,
    onTimeout,
  }: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly onTimeout: () => Error },
): Promise<Result> => {
  signal.throwIfAborted();
  // One controller and one listener: AbortSignal.any costs more than everything else here.
  const ending = new AbortController();
  let stop: (reason: unknown) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = (reason) => {
      ending.abort(reason);
      reject(reason);
    };
  });
  const onAbort = (): void => stop(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop(onTimeout()), timeoutMs);
  try {
    const running = Promise.resolve().then(() => run(ending.signal));
    return await Promise.race([running, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // A worker that continues learns that its attempt is over.
    ending.abort(over);
  }
};
