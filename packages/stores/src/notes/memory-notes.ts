import type { Notes } from './notes.ts';

const mostKept = 500;

/** Notes that end with the process; the oldest go first. */
export const createMemoryNotes = (): Notes => {
  const kept = new Map<string, string>();
  return {
    put: (name, text) => {
      kept.delete(name);
      kept.set(name, text);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return Promise.resolve();
    },
    get: (name) => Promise.resolve(kept.get(name)),
  };
};
