import type { Cell, Cells } from './cells.ts';

interface Entry extends Cell {
  readonly expires: number;
}

/** Cells within one process. Beyond `most`, the ones that changed first are dropped first. */
export const createMemoryCells = (now: () => number = Date.now, most = 1000): Cells => {
  const entries = new Map<string, Entry>();
  const find = (name: string): Entry | undefined => {
    const entry = entries.get(name);
    return entry && entry.expires > now() ? entry : undefined;
  };
  return {
    get: (name) => {
      const entry = find(name);
      return Promise.resolve(entry && { value: entry.value, version: entry.version });
    },
    set: (name, { value, version, ttlMs }) => {
      if ((find(name)?.version ?? 0) !== version) return Promise.resolve(false);
      entries.delete(name);
      entries.set(name, { value, version: version + 1, expires: now() + ttlMs });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
      return Promise.resolve(true);
    },
  };
};
