import type { KeyStore } from './key-store.ts';
import { createOpenKeys } from './open-keys.ts';

/** Keeps open keys as long as the process lives: a caller who repeats a call in doubt repeats it with its key. */
export const createMemoryKeys = (now: () => number = Date.now): KeyStore => {
  const keys = createOpenKeys(now);
  return {
    durable: false,
    get mayHold() {
      return keys.size > 0;
    },
    open: (intent) => Promise.resolve(keys.of(intent)),
    add: (intent, key) => Promise.resolve(keys.add(intent, key)),
    remove: (intent, key) => Promise.resolve(keys.remove(intent, key)),
  };
};
