export { createMemoryTokens } from './consent/memory-tokens.ts';
export type { Approvals, MemoryToken } from './consent/memory-tokens.ts';
export { createMemoryQuotas } from './meter/memory-quotas.ts';
export { createMemoryReplays } from './replay/memory-replays.ts';
