import { atLeast, roleOf, type Level } from '../identity/level.ts';
import type { ProtectionRules } from '../state/protections.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { checksOf, type CheckState } from './checks-of.ts';

export function rulesOf(world: World, repository: Repository, branch: string): ProtectionRules | undefined {
  return world.state.protections.find({ repositoryId: repository.id, branch })?.rules;
}

/** Rules bind administrators only where they say so. */
export function isBound(rules: ProtectionRules, level: Level): boolean {
  return level !== 'admin' || rules.enforceAdmins;
}

/** Why the rules of the base branch do not let a pull request in, in GitHub's sentences; empty when they do. */
export function mergeBlockers(world: World, repository: Repository, pull: Pull, issue: Issue): string[] {
  const rules = rulesOf(world, repository, pull.baseRef);
  if (rules === undefined) return [];
  const blockers: string[] = [];
  if (rules.lockBranch) blockers.push('Cannot change this locked branch.');
  if (rules.requiredReviews) {
    const { approvals, changesRequested } = reviewsOf(world, repository, pull, issue);
    const { count } = rules.requiredReviews;
    if (changesRequested) blockers.push('Changes have been requested.');
    else if (approvals < count)
      blockers.push(
        `At least ${count} approving review${count === 1 ? ' is' : 's are'} required by reviewers with write access.`,
      );
  }
  const checks =
    rules.requiredChecks && checkProblem(rules.requiredChecks.contexts, checksOf(world, repository, pull.headSha));
  if (checks) blockers.push(checks);
  return blockers;
}

/** The last word of each reviewer who may write, the author aside. */
function reviewsOf(
  world: World,
  repository: Repository,
  pull: Pull,
  issue: Issue,
): { readonly approvals: number; readonly changesRequested: boolean } {
  const words = new Map<number, string>();
  for (const review of world.state.reviews.list({ pullId: pull.id })) {
    if (review.state !== 'COMMENTED' && review.state !== 'PENDING') words.set(review.userId, review.state);
  }
  const counted = [...words].filter(
    ([userId]) =>
      userId !== issue.userId && atLeast(roleOf(world.state, world.state.users.get(userId), repository), 'write'),
  );
  return {
    approvals: counted.filter(([, state]) => state === 'APPROVED').length,
    changesRequested: counted.some(([, state]) => state === 'CHANGES_REQUESTED'),
  };
}

export interface Push {
  readonly branch: string;
  /** What the branch will hold; undefined deletes it. */
  readonly to: string | undefined;
  readonly forced: boolean;
  readonly user: User;
  readonly level: Level;
}

/** Why a branch may not be moved directly, or undefined. */
export function pushBlocker(world: World, repository: Repository, push: Push): string | undefined {
  const rules = rulesOf(world, repository, push.branch);
  if (rules === undefined) return undefined;
  if (push.to === undefined && !rules.allowDeletions) return 'Cannot delete this protected branch';
  if (push.forced && !rules.allowForcePushes) return 'Cannot force-push to this branch';
  if (!isBound(rules, push.level)) return undefined;
  if (rules.lockBranch) return 'Cannot change this locked branch.';
  if (rules.pushers && !rules.pushers.includes(push.user.login)) return "You're not authorized to push to this branch.";
  if (push.to === undefined) return undefined;
  if (rules.requiredReviews) return 'Changes must be made through a pull request.';
  return rules.requiredChecks
    ? checkProblem(rules.requiredChecks.contexts, checksOf(world, repository, push.to))
    : undefined;
}

function checkProblem(contexts: readonly string[], states: ReadonlyMap<string, CheckState>): string | undefined {
  const words = { failure: 'failing', pending: 'pending', success: 'successful' } as const;
  const open = contexts
    .map((context) => ({ context, state: states.get(context) }))
    .filter(({ state }) => state !== 'success');
  const [first] = open;
  if (first === undefined) return undefined;
  if (open.length === 1)
    return `Required status check "${first.context}" is ${first.state ? words[first.state] : 'expected'}.`;
  const count = (state: CheckState | undefined): number => open.filter((item) => item.state === state).length;
  const parts = [
    [count(undefined), 'expected'],
    [count('pending'), 'pending'],
    [count('failure'), 'failing'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return `${open.length} of ${contexts.length} required status checks have not succeeded: ${told.join(', ')}.`;
}
