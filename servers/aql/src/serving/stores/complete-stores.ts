import type { ServerOptions } from '@recourse/engine';
import { createMemoryQuotas, createMemoryReplays, createMemoryTokens } from '@recourse/engine/memory';

export type Stores = Required<NonNullable<ServerOptions['stores']>>;

/** The operator's stores, and the memory of this process for what there is none. */
export const completeStores = (given: ServerOptions['stores'], now: () => number = Date.now): Stores => ({
  tokens: given?.tokens ?? createMemoryTokens(now),
  quotas: given?.quotas ?? createMemoryQuotas(now),
  replays: given?.replays ?? createMemoryReplays(now),
});
