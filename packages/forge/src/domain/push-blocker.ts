import type { Level } from '../identity/level.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { checkProblem } from './check-problem.ts';
import { checksOf } from './checks-of.ts';
import { binds, guardsOf, type Guard } from './guards.ts';
import { ruleViolations } from './merge-blockers.ts';

export interface Push {
  readonly branch: string;
  /** Whether the branch does not exist yet. */
  readonly creates: boolean;
  /** The new commit of the branch; undefined deletes it. */
  readonly to: string | undefined;
  readonly forced: boolean;
  readonly user: User;
  readonly level: Level;
}

/** Why a branch may not be moved directly, or undefined. */
export function pushBlocker(world: World, repository: Repository, push: Push): string | undefined {
  for (const guard of guardsOf(world, repository, push.branch)) {
    const reason = guard.ruleset
      ? binds(guard, { level: push.level, by: 'push' })
        ? ofRuleset(world, repository, push, guard)
        : undefined
      : ofProtection(world, repository, push, guard);
    if (reason !== undefined) return guard.ruleset ? ruleViolations([reason]) : reason;
  }
  return undefined;
}

function ofProtection(world: World, repository: Repository, push: Push, guard: Guard): string | undefined {
  const { rules } = guard;
  if (push.to === undefined && !rules.allowDeletions) return 'Cannot delete this protected branch';
  if (push.forced && !rules.allowForcePushes) return 'Cannot force-push to this branch';
  if (!binds(guard, { level: push.level, by: 'push' })) return undefined;
  if (rules.lockBranch) return 'Cannot change this locked branch.';
  if (rules.pushers && !rules.pushers.includes(push.user.login)) return "You're not authorized to push to this branch.";
  return ofChange(world, repository, push, guard);
}

function ofRuleset(world: World, repository: Repository, push: Push, guard: Guard): string | undefined {
  const { rules } = guard;
  if (push.to === undefined) return rules.allowDeletions ? undefined : 'Cannot delete this protected ref.';
  if (push.creates) return rules.blockCreations ? 'Cannot create ref due to creations being restricted.' : undefined;
  if (push.forced && !rules.allowForcePushes) return 'Cannot force-push to this branch';
  if (rules.lockBranch) return 'Cannot update this protected ref.';
  return ofChange(world, repository, push, guard);
}

function ofChange(world: World, repository: Repository, { to }: Push, { rules }: Guard): string | undefined {
  if (to === undefined) return undefined;
  if (rules.requiredReviews) return 'Changes must be made through a pull request.';
  return rules.requiredChecks
    ? checkProblem(rules.requiredChecks.contexts, checksOf(world, repository, to))
    : undefined;
}
