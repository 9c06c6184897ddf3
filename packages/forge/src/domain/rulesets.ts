import { atLeast, type Level } from '../identity/level.ts';
import type { ProtectionRules } from '../state/protections.ts';
import type { Repository } from '../state/repositories.ts';
import type { BypassActor, Rule, Ruleset } from '../state/rulesets.ts';
import type { World } from '../world.ts';
import type { Guard } from './guards.ts';
import { mergeMethods } from './merge-commit.ts';
import { matchesRefPattern } from './ref-pattern.ts';

/** The rulesets that are enforced on a branch. */
export function activeRulesets(world: World, repository: Repository, branch: string): Ruleset[] {
  return world.state.rulesets
    .list({ repositoryId: repository.id, enforcement: 'active' })
    .filter((ruleset) => appliesTo(ruleset, repository, branch));
}

/** Whether the patterns of a ruleset name a branch. */
export function appliesTo({ include, exclude }: Ruleset, { defaultBranch }: Repository, branch: string): boolean {
  const names = (pattern: string): boolean =>
    pattern === '~ALL' ||
    (pattern === '~DEFAULT_BRANCH' && branch === defaultBranch) ||
    matchesRefPattern(pattern, `refs/heads/${branch}`);
  return include.some(names) && !exclude.some(names);
}

/** GitHub's numbers of the roles of a repository. */
const roleNumbers: ReadonlyMap<number, Level> = new Map([
  [2, 'maintain'],
  [4, 'write'],
  [5, 'admin'],
]);

export function isRoleNumber(number: number | null): boolean {
  return number !== null && roleNumbers.has(number);
}

/** How a user of that level may bypass a ruleset, if at all. */
export function bypassOf({ bypassActors }: Ruleset, level: Level): BypassActor['bypass_mode'] | undefined {
  const modes = bypassActors
    .filter(({ actor_id: id, actor_type: type }) => {
      const role = type === 'OrganizationAdmin' ? 'admin' : roleNumbers.get(id ?? 0);
      return role !== undefined && atLeast(level, role);
    })
    .map((actor) => actor.bypass_mode);
  return modes.includes('always') ? 'always' : modes[0];
}

/** A ruleset in the form of the classic protection, so that one set of functions judges both. */
export function rulesOfRuleset(ruleset: Ruleset): Guard {
  const rule = (type: Rule['type']): Rule | undefined => ruleset.rules.find((one) => one.type === type);
  const pull = rule('pull_request')?.parameters;
  const checks = rule('required_status_checks')?.parameters;
  const allowed = pull?.['allowed_merge_methods'];
  const rules: ProtectionRules = {
    requiredChecks: checks
      ? { strict: checks['strict_required_status_checks_policy'] === true, contexts: contextsOf(checks) }
      : null,
    requiredReviews: pull
      ? {
          count: Number(pull['required_approving_review_count'] ?? 0),
          dismissStale: pull['dismiss_stale_reviews_on_push'] === true,
          codeOwners: pull['require_code_owner_review'] === true,
          lastPushApproval: pull['require_last_push_approval'] === true,
        }
      : null,
    pushers: null,
    enforceAdmins: true,
    linearHistory: rule('required_linear_history') !== undefined,
    allowForcePushes: rule('non_fast_forward') === undefined,
    allowDeletions: rule('deletion') === undefined,
    blockCreations: rule('creation') !== undefined,
    conversationResolution: false,
    lockBranch: rule('update') !== undefined,
    allowForkSyncing: false,
  };
  return {
    rules,
    ruleset,
    methods: Array.isArray(allowed) ? mergeMethods.filter((method) => allowed.includes(method)) : undefined,
    requiresSignatures: rule('required_signatures') !== undefined,
  };
}

function contextsOf(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const checks = parameters['required_status_checks'];
  return Array.isArray(checks) ? checks.map((check: { readonly context?: unknown }) => String(check.context)) : [];
}
