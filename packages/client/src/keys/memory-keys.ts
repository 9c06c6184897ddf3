import type { KeyStore } from './key-store.ts';
import { createOpenKeys } from './open-keys.ts';

/** Keeps open keys while the process runs, so that a caller who repeats a call in doubt repeats it with its key. */
export const createMemoryKeys = (now: () => number = Date.now): KeyStore => {
  const keys = createOpenKeys(now);
  return {
    durable: false,
    get mayHold() {
      return keys.size > 0;
    },
    open: (intent) => Promise.resolve(keys.of(intent)),
    expired: (intent) => Promise.resolve(keys.expired(intent)),
    add: async (intent, key) => keys.add(intent, key),
    remove: async (intent, key) => keys.remove(intent, key),
  };
};
