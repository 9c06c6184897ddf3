import type { Intents } from '../ports/intents.ts';

/** Memory ends with its process, so that no operator's command can reach it. */
export const createMemoryIntents = (): Intents => ({
  list: () => Promise.resolve([]),
  find: () => Promise.resolve(undefined),
  resolve: () => Promise.resolve('unknown'),
});
