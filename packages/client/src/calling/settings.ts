import { randomUUID } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { NextAction } from '@recourse/contract';
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

/** How far a call may go to recover. */
export interface Budget {
  /** Calls of the server in all, looks and next actions among them. */
  readonly attempts?: number;
  /** From the first call to the last; the time that a person takes to answer is not counted. */
  readonly seconds?: number;
}

/** What a caller decides. Nothing that could surprise him is done without his saying so. */
export interface RecoveryOptions {
  /** Asks a person. Without it a question is handed over to the caller, with its token. */
  readonly confirm?: (question: Question) => boolean | Promise<boolean>;
  /** The tools that a failure's next actions may call, whatever the server claims; none unless given. */
  readonly allow?: readonly string[] | ((action: NextAction) => boolean);
  /** Tools that only read, besides those that are annotated so. */
  readonly reads?: readonly string[];
  /** Whether a tool that the server annotates as read-only counts as one; true unless given. */
  readonly trustAnnotations?: boolean;
  readonly budget?: Budget;
  /** Where keys of effects in doubt are kept; in memory unless given. */
  readonly keys?: KeyStore;
  /** To be shared by all clients of one server; each has its own unless given. */
  readonly health?: ServerHealth;
  /** When a call that ends in the same failure again and again is no longer sent; false: never. */
  readonly loopGuard?: LoopGuardOptions | false;
  readonly limits?: Partial<ReadingLimits>;
  /** Told of every step as it is taken. */
  readonly onStep?: (step: Step) => void;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  readonly createKey?: () => string;
}

/** The same with everything filled in. */
export interface Settings {
  readonly confirm: ((question: Question) => boolean | Promise<boolean>) | undefined;
  readonly allows: (action: NextAction) => boolean;
  readonly attempts: number;
  readonly budgetMs: number;
  readonly intents: Intents;
  readonly health: ServerHealth;
  readonly loops: LoopGuard;
  readonly limits: ReadingLimits;
  readonly onStep: ((step: Step) => void) | undefined;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

export const createSettings = (options: RecoveryOptions = {}): Settings => {
  const { allow = [], budget = {}, loopGuard = {}, now = Date.now, createKey = randomUUID } = options;
  const { attempts = 4, seconds = 60 } = budget;
  if (!Number.isInteger(attempts) || attempts < 1) throw new RangeError('A budget has at least one attempt');
  if (!(seconds > 0)) throw new RangeError('A budget has more than no seconds');
  return {
    confirm: options.confirm,
    allows: typeof allow === 'function' ? allow : ({ tool }) => allow.includes(tool),
    attempts,
    budgetMs: seconds * 1_000,
    intents: createIntents(options.keys ?? createMemoryKeys(now), createKey),
    health: options.health ?? createServerHealth({ now }),
    loops: createLoopGuard({ ...(loopGuard || { calls: Infinity }), now }),
    limits: { ...defaultLimits, ...options.limits },
    onStep: options.onStep,
    now,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, signal && { signal })),
  };
};
