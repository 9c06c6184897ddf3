import { z } from 'zod';
import type { Place } from '../asking/requests.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { reviewShape } from '../shapes/pull.ts';
import type { Review, WholePull } from '../shapes/pull.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Blocker } from './blockers.ts';
import type { RuleSources } from './rule-sources.ts';

/** Lists the reviews that are missing or request changes: by GitHub's verdict, else by the rules that could be read. */
export const reviewBlockers = async (
  toolbox: Toolbox,
  place: Place,
  pull: WholePull,
  { verdict, protection, rulesets }: RuleSources,
): Promise<readonly Blocker[]> => {
  const decision = verdict.value?.reviewDecision;
  const source = sourceOfReviews({ verdict, protection, rulesets });
  if (decision === null || decision === 'APPROVED') return [];
  if (decision === 'REVIEW_REQUIRED') return [{ guard: 'review', state: 'missing', source }];
  const words = lastWords(await readReviews(toolbox, place, pull));
  const against = [...words].filter(([, state]) => state === 'CHANGES_REQUESTED');
  if (against.length > 0) {
    return against.map(([name]) => ({ guard: 'review', name, state: 'changes_requested', source }));
  }
  if (decision === 'CHANGES_REQUESTED') return [{ guard: 'review', state: 'changes_requested', source }];
  const approvals = [...words].filter(([, state]) => state === 'APPROVED').length;
  const ofProtection = protection.value?.approvals;
  const needed = Math.max(ofProtection ?? 0, rulesets.value?.approvals ?? 0);
  if (approvals < needed) return [{ guard: 'review', state: 'missing', source }];
  return ofProtection === undefined && approvals === 0 ? [{ guard: 'review', state: 'probably_missing', source }] : [];
};

/** The rule that demands reviews, where the token may read it; else GitHub's verdict, which names no rule. */
const sourceOfReviews = ({ verdict, protection, rulesets }: RuleSources): Blocker['source'] => {
  if ((protection.value?.approvals ?? 0) > 0) return 'protection';
  if ((rulesets.value?.approvals ?? 0) > 0) return 'ruleset';
  return verdict.value ? 'graphql' : 'protection';
};

const readReviews = async ({ github }: Toolbox, { repo }: Place, { number }: WholePull): Promise<readonly Review[]> => {
  const { values } = await github.pages(
    {
      route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
      parameters: { ...repositoryName(repo), pull_number: number },
      shape: z.array(reviewShape),
    },
    5,
  );
  return values.flat();
};

/** The last decision of each reviewer; a comment takes nothing back. */
const lastWords = (reviews: readonly Review[]): ReadonlyMap<string, string> => {
  const words = new Map<string, string>();
  for (const { user, state } of reviews) {
    if (user && state !== 'COMMENTED' && state !== 'PENDING') words.set(user.login, state);
  }
  return words;
};
