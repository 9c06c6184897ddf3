import { keptMs, mostKeys } from './key-store.ts';

export interface OpenKey {
  readonly intent: string;
  readonly key: string;
  readonly at: number;
}

/**
 * The open keys of a store, oldest first. An old key stays until its effect is settled: forgetting it would let an
 * equal call go out with a new key and do the same thing twice.
 */
export const createOpenKeys = (now: () => number, from: readonly OpenKey[] = []) => {
  let keys = [...from];
  const isFresh = ({ at }: OpenKey): boolean => now() - at < keptMs;
  const keysOf = (intent: string, fresh: boolean): readonly string[] =>
    keys.filter((open) => open.intent === intent && isFresh(open) === fresh).map(({ key }) => key);
  return {
    get size() {
      return keys.length;
    },
    list: (): readonly OpenKey[] => keys,
    of: (intent: string): readonly string[] => keysOf(intent, true),
    expired: (intent: string): readonly string[] => keysOf(intent, false),
    add: (intent: string, key: string): void => {
      if (keys.length >= mostKeys)
        throw new RangeError(`Too many unresolved calls: ${mostKeys} idempotency keys have no known outcome yet`);
      keys.push({ intent, key, at: now() });
    },
    remove: (intent: string, key: string): void => {
      keys = keys.filter((open) => open.intent !== intent || open.key !== key);
    },
  };
};
