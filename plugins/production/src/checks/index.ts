import { asarIntegrity } from './asar-integrity.ts';
import { bundleStructure } from './bundle-structure.ts';
import type { Check } from './check.ts';
import { codeSigning } from './code-signing.ts';
import { fuses } from './fuses.ts';

/** Every check, by its id, in the order in which they run. */
export const checks = {
  'bundle-structure': bundleStructure,
  fuses,
  'asar-integrity': asarIntegrity,
  'code-signing': codeSigning,
} as const satisfies Readonly<Record<string, Check>>;

export type CheckId = keyof typeof checks;
export const checkIds = Object.keys(checks) as [CheckId, ...CheckId[]];
