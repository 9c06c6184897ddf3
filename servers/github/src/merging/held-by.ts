import type { Blocker } from './blockers.ts';
import type { RulesetRule } from './read-rulesets.ts';
import type { RuleSources } from './rule-sources.ts';

/** The rules that a merge has to bypass because of one blocker. */
export interface Hold {
  /** The rulesets that have the rule; undefined for one whose number is not known. */
  readonly rulesets: readonly (number | undefined)[];
  /** Whether branch protection has the rule too, or may have it. */
  readonly protection: boolean;
}

/** Attributes a blocker to every source that has its rule: a merge has to pass all of them. */
export const heldBy = (blocker: Blocker, { protection, rulesets }: RuleSources): Hold => {
  const rules = rulesOf(blocker, rulesets.value?.rules ?? []);
  const isProtected =
    blocker.source === 'protection' || (blocker.guard !== 'rule' && demands(blocker, protection.value, rules));
  if (isProtected || rules.length > 0) return { rulesets: rules.map(({ id }) => id), protection: isProtected };
  // No source names the rule. Without branch protection it can only be in a ruleset.
  const all = rulesets.value?.rules ?? [];
  return protection.value?.isEnabled === false && all.length > 0
    ? { rulesets: all.map(({ id }) => id), protection: false }
    : { rulesets: [], protection: true };
};

const rulesOf = ({ guard, name, state, source }: Blocker, rules: readonly RulesetRule[]): readonly RulesetRule[] => {
  switch (guard) {
    case 'check':
      return rules.filter(({ checks }) => name !== undefined && checks.includes(name));
    case 'review':
      return state === 'changes_requested'
        ? rules.filter(({ type }) => type === 'pull_request')
        : strictest(rules.filter(({ approvals }) => approvals > 0));
    case 'behind':
      return rules.filter(({ isStrict }) => isStrict);
    case 'rule':
      return rules.filter(({ others }) => source === 'ruleset' && state !== undefined && others.includes(state));
    default:
      return [];
  }
};

/** Of rules that require reviews, those that require most: the others may be met. */
const strictest = (rules: readonly RulesetRule[]): readonly RulesetRule[] => {
  const most = Math.max(...rules.map(({ approvals }) => approvals));
  return rules.filter(({ approvals }) => approvals === most);
};

type Protection = NonNullable<RuleSources['protection']['value']>;

const demands = (
  { guard, name, state }: Blocker,
  protection: Protection | undefined,
  rules: readonly RulesetRule[],
): boolean => {
  const { checks = [], approvals = 0, isStrict } = protection ?? {};
  switch (guard) {
    case 'check':
      return name !== undefined && checks.includes(name);
    case 'review':
      return approvals > 0 && (state === 'changes_requested' || rules.every((rule) => rule.approvals <= approvals));
    case 'behind':
      return isStrict === true;
    default:
      return false;
  }
};
