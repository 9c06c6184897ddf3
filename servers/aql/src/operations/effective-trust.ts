import { trustLevels } from '@recourse/engine';
import type { Trust } from '@recourse/engine';

/** Whoever names a file has looked at it, and has not said more. */
const named: Trust = 'validated';

/** How far an adapter is trusted: as the operator says, and never further than its file claims. */
export const effectiveTrust = (claim: Trust, operator: Trust = named): Trust =>
  trustLevels[Math.min(trustLevels.indexOf(claim), trustLevels.indexOf(operator))] ?? 'untested';
