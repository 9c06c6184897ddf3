import { atLeast, type Level } from '../identity/level.ts';
import type { ProtectionRules } from '../state/protections.ts';
import type { Repository } from '../state/repositories.ts';
import type { Ruleset } from '../state/rulesets.ts';
import type { World } from '../world.ts';
import type { MergeMethod } from './merge-commit.ts';
import { activeRulesets, bypassOf, rulesOfRuleset } from './rulesets.ts';

/** A user at work on a branch. */
export interface Worker {
  readonly level: Level;
  /** Whether the branch moves by a pull request or directly. */
  readonly by: 'pull_request' | 'push';
}

/** One set of rules for a branch: its classic protection, or a ruleset that applies to it. */
export interface Guard {
  readonly rules: ProtectionRules;
  readonly ruleset: Ruleset | undefined;
  /** Undefined allows every method. */
  readonly methods: readonly MergeMethod[] | undefined;
  readonly requiresSignatures: boolean;
}

export function protectionOf(world: World, repository: Repository, branch: string): ProtectionRules | undefined {
  return world.state.protections.find({ repositoryId: repository.id, branch })?.rules;
}

/** Everything that guards a branch, the classic protection first. */
export function guardsOf(world: World, repository: Repository, branch: string): readonly Guard[] {
  const rules = protectionOf(world, repository, branch);
  const classic: Guard[] = rules ? [{ rules, ruleset: undefined, methods: undefined, requiresSignatures: false }] : [];
  return [...classic, ...activeRulesets(world, repository, branch).map((ruleset) => rulesOfRuleset(ruleset))];
}

/** Whether a guard applies to a user: administrators and the bypass list of a ruleset may be exempt. */
export function binds({ rules, ruleset }: Guard, { level, by }: Worker): boolean {
  if (ruleset === undefined) return level !== 'admin' || rules.enforceAdmins;
  const mode = bypassOf(ruleset, level);
  return mode !== 'always' && !(mode === 'pull_request' && by === 'pull_request');
}

/** Whether an administrator may merge although the classic protection is not met. */
export function mayMergeAsAdmin(world: World, repository: Repository, branch: string, level: Level): boolean {
  const rules = protectionOf(world, repository, branch);
  return rules !== undefined && atLeast(level, 'admin') && !rules.enforceAdmins;
}
