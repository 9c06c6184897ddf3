import type { JsonObject } from '@recourse/contract';

/** A limit on how often a principal may do something within a sliding window. */
export interface QuotaRule {
  readonly metric: string;
  /** Counts the calls of every operation together whose rule has this scope, metric and window; else each by itself. */
  readonly scope?: string;
  /** Counts apart by what is called, for example by repository; absent counts all calls together. */
  readonly key?: (args: JsonObject) => string;
  /** `attempts` counts every call that reached its handler; `effects` only those that had one. */
  readonly count: 'attempts' | 'effects';
  readonly windowMs: number;
  readonly warn?: number;
  readonly pause?: number;
  readonly stop?: number;
}
