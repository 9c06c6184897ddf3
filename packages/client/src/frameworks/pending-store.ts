import type { Pending } from '../calling/pending.ts';

/**
 * Keeps calls that wait for a person, by the id of the tool call. A store of your own lets another process resume them.
 */
export interface PendingStore {
  get(toolCallId: string): Pending | undefined | Promise<Pending | undefined>;
  set(toolCallId: string, pending: Pending): void | Promise<void>;
}

const most = 1_000;

/** Keeps the last thousand for as long as the process runs. */
export const createMemoryPendings = (): PendingStore => {
  const kept = new Map<string, Pending>();
  return {
    get: (id) => kept.get(id),
    set: (id, pending) => {
      kept.delete(id);
      kept.set(id, pending);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
  };
};
