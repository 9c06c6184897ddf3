import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import { readChecks } from '../asking/checks.ts';
import { getRepository } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { protectionShape, reviewShape } from '../shapes/pull.ts';
import type { Review, WholePull } from '../shapes/pull.ts';
import { wholeBranchShape } from '../shapes/repository.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Blocker } from './blockers.ts';

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** Which rule of the repository or its base branch refuses a pull request that could be merged as far as git goes. */
export const ruleBlockers = async (
  toolbox: Toolbox,
  place: Place,
  pull: WholePull,
  method?: MergeMethod,
): Promise<readonly Blocker[]> => {
  if (pull.mergeable_state !== 'blocked') return methodBlocker(toolbox, place, method);
  const checks = await checkBlockers(toolbox, place, pull);
  const reviews = await reviewBlockers(toolbox, place, pull, checks.length > 0);
  if (checks.length + reviews.length > 0) return [...checks, ...reviews];
  const ofMethod = await methodBlocker(toolbox, place, method);
  return ofMethod.length > 0 ? ofMethod : [{ guard: 'rule', name: pull.base.ref }];
};

const methodBlocker = async (toolbox: Toolbox, place: Place, method?: MergeMethod): Promise<readonly Blocker[]> => {
  if (!method) return [];
  const { allow_merge_commit, allow_squash_merge, allow_rebase_merge } = await getRepository(toolbox, place);
  const allowed = { merge: allow_merge_commit, squash: allow_squash_merge, rebase: allow_rebase_merge };
  return allowed[method] === false ? [{ guard: 'method', name: method }] : [];
};

const checkBlockers = async (
  toolbox: Toolbox,
  { repo, signal }: Place,
  { base, head }: WholePull,
): Promise<readonly Blocker[]> => {
  const { value } = await toolbox.github.request({
    route: 'GET /repos/{owner}/{repo}/branches/{branch}',
    parameters: { ...repositoryName(repo), branch: base.ref },
    shape: wholeBranchShape,
    signal,
  });
  const required = value.protection?.required_status_checks?.contexts ?? [];
  if (required.length === 0) return [];
  const { checks } = await readChecks(toolbox, { repo, sha: head.sha, signal });
  return required.flatMap((name) => {
    const state = checks.find((check) => check.name === name)?.state ?? 'missing';
    return state === 'success' ? [] : [{ guard: 'check' as const, name, state }];
  });
};

const reviewBlockers = async (
  toolbox: Toolbox,
  place: Place,
  pull: WholePull,
  isExplained: boolean,
): Promise<readonly Blocker[]> => {
  const words = lastWords(await readReviews(toolbox, place, pull));
  const against = [...words].filter(([, state]) => state === 'CHANGES_REQUESTED');
  if (against.length > 0) return against.map(([name]) => ({ guard: 'review', name, state: 'changes_requested' }));
  const approvals = [...words].filter(([, state]) => state === 'APPROVED').length;
  const needed = await neededApprovals(toolbox, place, pull);
  if (needed !== undefined) return approvals < needed ? [{ guard: 'review', state: 'missing' }] : [];
  return approvals === 0 && !isExplained ? [{ guard: 'review', state: 'probably_missing' }] : [];
};

const readReviews = async (
  { github }: Toolbox,
  { repo, signal }: Place,
  { number }: WholePull,
): Promise<readonly Review[]> => {
  const { values } = await github.pages(
    {
      route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
      parameters: { ...repositoryName(repo), pull_number: number },
      shape: z.array(reviewShape),
      signal,
    },
    5,
  );
  return values.flat();
};

/** What each reviewer said last; a comment takes nothing back. */
const lastWords = (reviews: readonly Review[]): ReadonlyMap<string, string> => {
  const words = new Map<string, string>();
  for (const { user, state } of reviews) {
    if (user && state !== 'COMMENTED' && state !== 'PENDING') words.set(user.login, state);
  }
  return words;
};

/** How many approvals the base wants; only administrators are told. */
const neededApprovals = async (
  { github }: Toolbox,
  { repo, signal }: Place,
  { base }: WholePull,
): Promise<number | undefined> => {
  try {
    const { value } = await github.request({
      route: 'GET /repos/{owner}/{repo}/branches/{branch}/protection',
      parameters: { ...repositoryName(repo), branch: base.ref },
      shape: protectionShape,
      signal,
    });
    return value.required_pull_request_reviews?.required_approving_review_count ?? 0;
  } catch (thrown) {
    if (thrown instanceof GitHubError && (thrown.status === 404 || thrown.status === 403)) return undefined;
    throw thrown;
  }
};
