import type { Look, LookedFor } from '@recourse/engine';

/** Where an effect would be: on a branch, in the merge of a pull request, or else among the pull requests. */
export interface EffectPlace {
  readonly repo: string;
  readonly branch?: string;
  readonly prNumber?: number;
}

/** Our clock and GitHub's may differ by so much. */
const clockMarginMs = 60 * 60 * 1000;

/** The look that identifies an effect by the intent that its call left in it; undefined for a call without a key. */
export const lookForIntent = (place: EffectPlace, { intent, started_at }: LookedFor): Look | undefined =>
  intent === undefined
    ? undefined
    : {
        tool: 'find_effect',
        arguments: { ...place, intent, since: new Date(started_at - clockMarginMs).toISOString() },
        why: 'Shows whether the call took effect.',
        applied_when: { pointer: '/found', equals: true },
      };
