import type { Checks } from '../asking/checks.ts';
import type { Blocker } from './blockers.ts';
import type { Rollup } from './read-rollup.ts';
import type { RuleSources } from './rule-sources.ts';

interface RequiredCheck {
  readonly name: string;
  readonly source: 'protection' | 'ruleset' | 'graphql';
}

/** Lists the checks that rules require, each once, with the first source that names it. */
export const requiredChecks = ({ protection, rulesets }: RuleSources, rollup?: Rollup): readonly RequiredCheck[] => {
  const all: RequiredCheck[] = [
    ...(protection.value?.checks ?? []).map((name) => ({ name, source: 'protection' as const })),
    ...(rulesets.value?.checks ?? []).map((name) => ({ name, source: 'ruleset' as const })),
    ...(rollup?.checks ?? []).flatMap(({ name, isRequired }) =>
      isRequired ? [{ name, source: 'graphql' as const }] : [],
    ),
  ];
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
};

/** Lists the required checks that have not passed. GraphQL fills in those that REST did not show. */
export const checkBlockers = (
  required: readonly RequiredCheck[],
  read: Checks | undefined,
  rollup?: Rollup,
): readonly Blocker[] => {
  // A check that is not listed may be among those that could not be read.
  const isWhole = read?.notRead.length === 0 || rollup?.complete === true;
  const states = worstStates([...(rollup?.checks ?? []), ...(read?.checks ?? [])]);
  return required.flatMap(({ name, source }) => {
    const state = states.get(name) ?? (isWhole ? 'missing' : 'unknown');
    return state === 'success' ? [] : [{ guard: 'check' as const, name, state, source }];
  });
};

const severity = { success: 0, pending: 1, failure: 2 } as const;
type State = keyof typeof severity;

/** A name that a status and a check run share has to pass in both. */
const worstStates = (
  checks: readonly { readonly name: string; readonly state: State }[],
): ReadonlyMap<string, State> => {
  const worst = new Map<string, State>();
  for (const { name, state } of checks) {
    const known = worst.get(name);
    if (known === undefined || severity[state] > severity[known]) worst.set(name, state);
  }
  return worst;
};
