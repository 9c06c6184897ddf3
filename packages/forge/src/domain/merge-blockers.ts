import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { checkProblem } from './check-problem.ts';
import { checksOf } from './checks-of.ts';
import { guardsOf, type Guard } from './guards.ts';
import { reviewsOf } from './reviews-of.ts';

/** A guard that does not let a pull request in, with the reasons in GitHub's sentences. */
export interface MergeBlocker {
  readonly guard: Guard;
  readonly sentences: readonly string[];
}

/** Lists the guards of the base branch that a pull request does not meet, for any user. */
export function mergeBlockers(world: World, repository: Repository, pull: Pull, issue: Issue): readonly MergeBlocker[] {
  return guardsOf(world, repository, pull.baseRef)
    .map((guard) => ({ guard, sentences: sentencesOf(world, repository, pull, issue, guard) }))
    .filter(({ sentences }) => sentences.length > 0);
}

function sentencesOf(
  world: World,
  repository: Repository,
  pull: Pull,
  issue: Issue,
  { rules, ruleset, requiresSignatures }: Guard,
): string[] {
  const sentences: string[] = [];
  if (rules.lockBranch)
    sentences.push(ruleset ? 'Cannot update this protected ref.' : 'Cannot change this locked branch.');
  if (rules.requiredReviews) {
    const { approvals, changesRequested } = reviewsOf(world, repository, pull, issue);
    const { count } = rules.requiredReviews;
    if (changesRequested) sentences.push('Changes have been requested.');
    else if (approvals < count)
      sentences.push(
        `At least ${count} approving review${count === 1 ? ' is' : 's are'} required by reviewers with write access.`,
      );
  }
  const checks =
    rules.requiredChecks && checkProblem(rules.requiredChecks.contexts, checksOf(world, repository, pull.headSha));
  if (checks) sentences.push(checks);
  // The forge verifies no signatures, so no commit has a verified one.
  if (requiresSignatures) sentences.push('Commits must have verified signatures.');
  return sentences;
}

/** A refusal by a ruleset in GitHub's form. */
export const ruleViolations = (sentences: readonly string[]): string =>
  ['Repository rule violations found', ...sentences].join('\n\n');
