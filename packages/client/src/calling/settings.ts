import { randomUUID } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { NextAction } from '@recourse/contract';
import { createRuleSets } from '../rules/rule-sets.ts';
import type { RuleSets } from '../rules/rule-sets.ts';
import type { ServerRules } from '../rules/rule.ts';
import { createServerHealth } from '../health/server-health.ts';
import type { ServerHealth } from '../health/server-health.ts';
import { createIntents } from '../keys/intents.ts';
import type { Intents } from '../keys/intents.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { createMemoryKeys } from '../keys/memory-keys.ts';
import { createLoopGuard } from '../loops/loop-guard.ts';
import type { LoopGuard, LoopGuardOptions } from '../loops/loop-guard.ts';
import { defaultLimits } from '../reading/limits.ts';
import type { ReadingLimits } from '../reading/limits.ts';
import type { Question } from '../strategies/strategy.ts';
import type { Step } from './step.ts';

/** The limits on recovering one call. */
export interface Budget {
  /** The maximum number of calls, including lookups and next actions. */
  readonly attempts?: number;
  /** The maximum time from the first call to the last; the time that a person takes to answer does not count. */
  readonly seconds?: number;
  /** How long to wait for one answer; defaults to a share of `seconds` if the call can be repeated. */
  readonly attemptSeconds?: number;
}

/** The caller's decisions. The client does nothing unexpected unless the caller allows it. */
export interface RecoveryOptions {
  /** Asks a person. Without it, a question is handed over to the caller, with its token. */
  readonly confirm?: (question: Question) => boolean | Promise<boolean>;
  /** The tools that a failure's next actions may call, whatever the server claims; defaults to none. */
  readonly allow?: readonly string[] | ((action: NextAction) => boolean);
  /** Read-only tools, in addition to those that are annotated as read-only. */
  readonly reads?: readonly string[];
  /**
   * Whether a tool that the server annotates as read-only counts as one. Unless given, it does for servers of the
   * contract and does not for others: MCP calls annotations untrusted.
   */
  readonly trustAnnotations?: boolean;
  /**
   * Whether calls of servers that do not know the contract are compared with the schemas that the server lists before
   * they are sent; defaults to true. A wrong name or type is corrected if there is exactly one correction.
   */
  readonly checkArguments?: boolean;
  /**
   * Facts that the operator knows about a server that does not know the contract: rules for its words, and which tools
   * read, may be repeated, or are polled. A pack of `@recourse/client/packs`, a file read by `@recourse/client/rules`,
   * or both.
   */
  readonly rules?: ServerRules | readonly ServerRules[];
  /** Tools that may be called again with the same arguments without a second effect, besides those of `rules`. */
  readonly idempotent?: readonly string[];
  /** Tools that are meant to be called again until something has happened, besides those of `rules`. */
  readonly polls?: readonly string[];
  readonly budget?: Budget;
  /** Where the keys of effects in doubt are kept; defaults to memory. */
  readonly keys?: KeyStore;
  /** Share one among all clients of a server; each client has its own by default. */
  readonly health?: ServerHealth;
  /** When to stop sending a call that repeatedly ends in the same failure; false turns this off. */
  readonly loopGuard?: LoopGuardOptions | false;
  readonly limits?: Partial<ReadingLimits>;
  /** Called for every step. */
  readonly onStep?: (step: Step) => void;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  readonly createKey?: () => string;
}

/** The same, with all defaults filled in. */
export interface Settings {
  readonly confirm: ((question: Question) => boolean | Promise<boolean>) | undefined;
  readonly allows: (action: NextAction) => boolean;
  readonly attempts: number;
  readonly budgetMs: number;
  readonly attemptMs: number | undefined;
  readonly intents: Intents;
  readonly health: ServerHealth;
  readonly loops: LoopGuard;
  readonly limits: ReadingLimits;
  readonly rules: OperatorRules;
  readonly onStep: ((step: Step) => void) | undefined;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

export const createSettings = (options: RecoveryOptions = {}): Settings => {
  const { allow = [], budget = {}, loopGuard = {}, now = Date.now, createKey = randomUUID } = options;
  return {
    confirm: options.confirm,
    allows: allowsOf(allow),
    ...budgetOf(budget, { attempts: 4, budgetMs: 60_000, attemptMs: undefined }),
    intents: createIntents(options.keys ?? createMemoryKeys(now), createKey),
    health: options.health ?? createServerHealth({ now }),
    loops: createLoopGuard({ ...(loopGuard || { calls: Infinity }), polls: pollsOf(options), now }),
    limits: { ...defaultLimits, ...options.limits },
    rules: operatorRulesOf(options),
    onStep: options.onStep,
    now,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, signal && { signal })),
  };
};

type Limits = Pick<Settings, 'attempts' | 'budgetMs' | 'attemptMs'>;

const budgetOf = ({ attempts, seconds, attemptSeconds }: Budget, otherwise: Limits): Limits => {
  if (attempts !== undefined && (!Number.isInteger(attempts) || attempts < 1))
    throw new RangeError("'attempts' of a budget must be a whole number of at least 1");
  for (const given of [seconds, attemptSeconds])
    if (given !== undefined && !(given > 0))
      throw new RangeError("'seconds' and 'attemptSeconds' of a budget must be more than 0");
  return {
    attempts: attempts ?? otherwise.attempts,
    budgetMs: seconds === undefined ? otherwise.budgetMs : seconds * 1_000,
    attemptMs: attemptSeconds === undefined ? otherwise.attemptMs : attemptSeconds * 1_000,
  };
};

const allowsOf = (allow: NonNullable<RecoveryOptions['allow']>): Settings['allows'] =>
  typeof allow === 'function' ? allow : ({ tool }) => allow.includes(tool);

/** The decisions of a caller that can be made for one call. */
export type CallDecisions = Pick<RecoveryOptions, 'budget' | 'confirm' | 'allow'>;

/** The settings of one call: its own, and the client's for the rest. */
export const settingsOfCall = (settings: Settings, { budget, confirm, allow }: CallDecisions): Settings => {
  if (!budget && !confirm && !allow) return settings;
  return {
    ...settings,
    ...(budget && budgetOf(budget, settings)),
    ...(confirm && { confirm }),
    ...(allow && { allows: allowsOf(allow) }),
  };
};

/** The operator's statements about a server, with all defaults filled in. */
interface OperatorRules {
  readonly setsFor: RuleSets;
  /** Whether a rule applies to answers that their server calls successes. */
  readonly readsSuccesses: boolean;
  readonly reads: readonly string[];
  isIdempotent(tool: string): boolean;
}

const rulesOf = ({ rules = [] }: RecoveryOptions): readonly ServerRules[] =>
  Array.isArray(rules) ? (rules as readonly ServerRules[]) : [rules as ServerRules];

const pollsOf = (options: RecoveryOptions): readonly string[] => [
  ...(options.polls ?? []),
  ...(options.loopGuard ? (options.loopGuard.polls ?? []) : []),
  ...rulesOf(options).flatMap(({ polls = [] }) => polls),
];

const operatorRulesOf = (options: RecoveryOptions): OperatorRules => {
  const { reads = [], idempotent = [] } = options;
  const given = rulesOf(options);
  const repeatable = new Set([...idempotent, ...given.flatMap((one) => one.idempotent ?? [])]);
  return {
    setsFor: createRuleSets(given),
    readsSuccesses: given.some((one) => one.rules.some(({ body }) => body !== undefined)),
    reads: [...reads, ...given.flatMap((one) => one.reads ?? [])],
    isIdempotent: (tool) => repeatable.has(tool),
  };
};
