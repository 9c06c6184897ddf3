import { trustLevels } from '@recourse/engine';
import type { Trust } from '@recourse/engine';

/** The default for a file that the operator configured without a trust level: a person has at least looked at it. */
const named: Trust = 'validated';

/** How far an adapter is trusted: as the operator says, and never further than its file claims. */
export const effectiveTrust = (claim: Trust, operator: Trust = named): Trust =>
  trustLevels[Math.min(trustLevels.indexOf(claim), trustLevels.indexOf(operator))] ?? 'untested';
