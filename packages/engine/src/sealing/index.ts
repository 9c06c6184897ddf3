export { createPassingSealer, createSealer, keyName } from './sealer.ts';
export type { Sealed, Sealer } from './sealer.ts';
export { createSeals } from './seals.ts';
export type { Seals } from './seals.ts';
