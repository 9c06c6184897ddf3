import type { Ask, Call } from '../../call/call.ts';
import type { PolicySettings } from '../../settings/settings.ts';
import type { Plan } from '../admit/plan.ts';
import { quotaAsks } from '../meter/quota-answers.ts';
import type { FactChange } from './fact-changes.ts';
import type { Shown } from './read-shown.ts';
import type { Tokens } from './tokens.ts';

export interface ConsentSettings {
  readonly tokens: Tokens;
  readonly policy?: PolicySettings;
  readonly now?: () => number;
}

/** The question about a call. */
export interface Question {
  /** The facts that the question states. */
  readonly shown: Shown | undefined;
  /** The digest that a confirmation is bound to. */
  readonly digest: string;
  readonly asks: readonly Ask[];
  /** How the facts differ from those of the question before. */
  readonly changes?: readonly FactChange[] | undefined;
}

/** Everything that gate and meter require to be asked. */
export const allAsks = (call: Call, { quotas }: Plan, standings: Parameters<typeof quotaAsks>[1]): readonly Ask[] => [
  ...call.asks,
  ...quotaAsks(quotas, standings),
];

export const reasonsOf = (asks: readonly Ask[]): readonly string[] => asks.flatMap(({ reasons }) => reasons);
