/**
 * Runs work with a signal that aborts with the given one, or with a `TimeoutError` after `ms`.
 *
 * `AbortSignal.any` with `AbortSignal.timeout` does not replace this: on Node 20 the limit never fires once garbage has
 * been collected, even if something listens.
 */
export const withinTime = async <Result>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException(`No result within ${ms} ms`, 'TimeoutError')), ms);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
};
