import type { HonestCase } from '../case.ts';
import { fields } from './fields.ts';
import { ownProfile } from './own-profile.ts';
import { runners } from './runners.ts';
import { gitLikeOutputs, insidePaths } from './scope.ts';

export const honest: readonly HonestCase[] = [...runners, ...fields, ...insidePaths, ...gitLikeOutputs, ...ownProfile];
