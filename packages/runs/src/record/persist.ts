import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailableError } from '@recourse/engine/store-ports';

/** Repeats a write while the store is unavailable, and rejects once patience is over. */
export type Persist = <Result>(write: () => Promise<Result>) => Promise<Result>;

const firstPauseMs = 50;
const longestPauseMs = 2000;

/** Any other error than that of an unavailable store is thrown at once. */
export const createPersist =
  (patienceMs: number): Persist =>
  async (write) => {
    const until = performance.now() + patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || performance.now() > until) throw error;
        await sleep(pauseMs * (0.5 + Math.random() / 2));
      }
    }
  };
