import { readChecks } from '../asking/checks.ts';
import type { Checks } from '../asking/checks.ts';
import { notRead } from '../asking/not-read.ts';
import type { NotRead } from '../asking/not-read.ts';
import type { Place } from '../asking/requests.ts';
import { tryRead } from '../asking/try-read.ts';
import type { Tried } from '../asking/try-read.ts';
import type { WholePull } from '../shapes/pull.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Blocker } from './blockers.ts';
import { checkBlockers, requiredChecks } from './check-blockers.ts';
import { mayBypass } from './may-bypass.ts';
import { readProtection } from './read-protection.ts';
import { readRollup } from './read-rollup.ts';
import { readRulesets } from './read-rulesets.ts';
import { readVerdict } from './read-verdict.ts';
import { reviewBlockers } from './review-blockers.ts';
import type { RuleSources } from './rule-sources.ts';

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** The rules of a base branch that a pull request does not meet. */
export interface MergeRules {
  readonly blockers: readonly Blocker[];
  /** Whether this token may merge anyway; undefined if that could not be read. */
  readonly canBypass: boolean | undefined;
  readonly notRead: readonly NotRead[];
}

const noRules: MergeRules = { blockers: [], canBypass: false, notRead: [] };

/** States of an open pull request in which rules may be unmet. A draft and a conflict hide the rules in the state. */
const heldStates: ReadonlySet<string> = new Set(['blocked', 'behind', 'draft', 'dirty']);

/**
 * Reads the rules that a pull request does not meet: branch protection, rulesets, and GitHub's own verdict. Each source
 * shows some tokens less than others, so all of them are read, and a source that fails is reported, not thrown.
 */
export const readMergeRules = async (
  toolbox: Toolbox,
  place: Place,
  pull: WholePull,
  known?: Checks,
): Promise<MergeRules> => {
  if (pull.state !== 'open' || !heldStates.has(pull.mergeable_state)) return noRules;
  const about = { ...place, branch: pull.base.ref };
  const sources: RuleSources = {
    protection: await tryRead(readProtection(toolbox, about)),
    rulesets: await tryRead(readRulesets(toolbox, about)),
    verdict: await tryRead(readVerdict(toolbox, { ...place, prNumber: pull.number })),
  };
  const needsChecks = requiredChecks(sources).length > 0;
  const checks: Tried<Checks | undefined> =
    needsChecks && !known
      ? await tryRead(readChecks(toolbox, { repo: place.repo, sha: pull.head.sha }))
      : { value: known };
  const isPartial =
    sources.protection.error !== undefined ||
    sources.rulesets.error !== undefined ||
    (needsChecks && (checks.error !== undefined || (checks.value?.notRead.length ?? 0) > 0));
  const { value: rollup } = isPartial
    ? await tryRead(readRollup(toolbox, { ...place, prNumber: pull.number }))
    : { value: undefined };
  const reviews = await tryRead(reviewBlockers(toolbox, place, pull, sources));
  const found = [
    ...branchBlockers(pull, sources),
    ...checkBlockers(requiredChecks(sources, rollup), checks.value, rollup),
    ...(reviews.value ?? []),
  ];
  const areGuesses = found.length === 0 && pull.mergeable_state === 'blocked';
  const blockers = areGuesses ? unseenBlockers(pull, sources) : found;
  return {
    blockers,
    canBypass: blockers.length > 0 ? await mayBypass(toolbox, place, sources, { blockers, areGuesses }) : false,
    notRead: [
      ...missing('branch protection', sources.protection),
      ...missing('rulesets', sources.rulesets),
      ...missing('review decision', sources.verdict),
      ...missing('checks', checks),
      ...missing('reviews', reviews),
    ],
  };
};

/** Blockers that concern the branch as a whole. */
const branchBlockers = ({ base, mergeable_state: state }: WholePull, { protection }: RuleSources): Blocker[] => [
  ...(protection.value?.isLocked === true
    ? [{ guard: 'rule' as const, name: base.ref, state: 'lock_branch', source: 'protection' as const }]
    : []),
  ...(state === 'behind' ? [{ guard: 'behind' as const, name: base.ref, source: 'pull_request' as const }] : []),
];

/** Rules whose state cannot be read; one of them must be what blocks. */
const unseenBlockers = ({ base }: WholePull, { protection, rulesets }: RuleSources): Blocker[] => {
  const named = (source: 'protection' | 'ruleset', states: readonly string[] = []): Blocker[] =>
    states.map((state) => ({ guard: 'rule', name: base.ref, state, source }));
  const others = [...named('protection', protection.value?.others), ...named('ruleset', rulesets.value?.others)];
  return others.length > 0 ? others : [{ guard: 'rule', name: base.ref, source: 'pull_request' }];
};

const missing = (what: string, { error }: Tried<unknown>): readonly NotRead[] => (error ? [notRead(what, error)] : []);
