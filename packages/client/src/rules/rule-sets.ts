import type { RuleSet } from './infer.ts';
import { general } from './packs/general.ts';
import { packs } from './packs/index.ts';
import type { ServerRules } from './rule.ts';

/**
 * The rules for a server, by the name that it gives itself: the operator's first, then its pack, then those for all.
 */
export type RuleSets = (server: string) => readonly RuleSet[];

/**
 * Finds the rules for a server. A server's name is only a claim, so a pack that is found by it decides on a code and
 * nothing else; its reads and idempotent tools count only if an operator chose it.
 */
export const createRuleSets = (operator: readonly ServerRules[]): RuleSets => {
  const own: readonly RuleSet[] = operator.map(({ rules }) => ({ by: 'operator', rules }));
  const kept = new Map<string, readonly RuleSet[]>();
  return (server) => {
    const known = kept.get(server);
    if (known) return known;
    const byName = Object.entries(packs).filter(([, pack]) => pack.names.some((name) => name === server));
    const sets = [...own, ...byName.map(([by, { rules }]) => ({ by, rules })), { by: 'general', rules: general }];
    if (kept.size < mostServers) kept.set(server, sets);
    return sets;
  };
};

const mostServers = 100;
