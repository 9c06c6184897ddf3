export { createMemoryState } from './admit/memory-admissions.ts';
export type { MemoryState } from './admit/memory-admissions.ts';
export type { Approvals, MemoryToken } from './consent/memory-tokens.ts';
export type { MemoryWindow } from './meter/memory-quotas.ts';
