import type { Tried } from '../asking/try-read.ts';
import type { Protection } from './read-protection.ts';
import type { RulesetRules } from './read-rulesets.ts';
import type { Verdict } from './read-verdict.ts';

/** The places where GitHub shows rules of a branch. Each may refuse the token while the others answer. */
export interface RuleSources {
  readonly protection: Tried<Protection>;
  readonly rulesets: Tried<RulesetRules>;
  readonly verdict: Tried<Verdict>;
}
