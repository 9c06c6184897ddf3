import { keptMs, mostKeys } from './key-store.ts';

export interface OpenKey {
  readonly intent: string;
  readonly key: string;
  readonly at: number;
}

/** The open keys of a store, oldest first, with those that are too old or too many left out. */
export const createOpenKeys = (now: () => number, from: readonly OpenKey[] = []) => {
  let keys = [...from];
  const prune = (): void => {
    keys = keys.filter(({ at }) => now() - at < keptMs).slice(-mostKeys);
  };
  prune();
  return {
    get size() {
      return keys.length;
    },
    list: (): readonly OpenKey[] => keys,
    of: (intent: string): readonly string[] => {
      prune();
      return keys.filter((open) => open.intent === intent).map(({ key }) => key);
    },
    add: (intent: string, key: string): void => {
      prune();
      keys.push({ intent, key, at: now() });
    },
    remove: (intent: string, key: string): void => {
      keys = keys.filter((open) => open.intent !== intent || open.key !== key);
    },
  };
};
