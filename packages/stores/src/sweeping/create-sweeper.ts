import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Sweeper {
  sweep(): Promise<number>;
  /** Stops, and waits for the step that is under way. */
  stop(): Promise<void>;
}

/** One step: drops at most so many rows and answers how many it has dropped. */
export type SweepStep = (most: number) => Promise<number>;

const rowsPerStep = 500;

/** For an hour a token that has expired is still known as such; then it is as unknown as any other. */
export const keptAfterExpiryMs = 60 * 60 * 1000;

/**
 * Sweeps step by step until nothing is left, and lets calls run between two steps. The timer does not keep the process
 * alive, and a failed sweep is repeated at the next interval.
 */
export const createSweeper = (steps: readonly SweepStep[], everyMs: number): Sweeper => {
  const stopping = new AbortController();
  let underWay: Promise<number> | undefined;

  const run = async (): Promise<number> => {
    let swept = 0;
    for (const step of steps) {
      for (let dropped = rowsPerStep; dropped >= rowsPerStep && !stopping.signal.aborted;) {
        dropped = await step(rowsPerStep);
        swept += dropped;
        await nextTurn();
      }
    }
    return swept;
  };

  const sweep = (): Promise<number> => {
    underWay ??= run().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };

  const timer = everyMs > 0 ? setInterval(() => void sweep().catch(() => undefined), everyMs) : undefined;
  timer?.unref();
  return {
    sweep,
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await underWay?.catch(() => undefined);
    },
  };
};
