import type { HonestCase } from '../case.ts';
import { documentedFlags } from './documented-flags.ts';
import { fields } from './fields.ts';
import { ownProfile } from './own-profile.ts';
import { runners } from './runners.ts';
import { gitLikeOutputs, insidePaths } from './scope.ts';
import { usualFlags } from './usual-flags.ts';

export const honest: readonly HonestCase[] = [
  ...runners,
  ...documentedFlags,
  ...usualFlags,
  ...fields,
  ...insidePaths,
  ...gitLikeOutputs,
  ...ownProfile,
];
