import type { Failure, JsonObject } from '@recourse/contract';

/** A limit on how often a principal may do something within a sliding window. */
export interface QuotaRule {
  readonly metric: string;
  /** Counts the calls of every operation together whose rule has this scope, metric and window; else each by itself. */
  readonly scope?: string;
  /** Counts the calls of all principals together, for what they share: a pull request, a device. */
  readonly everybody?: true;
  /**
   * Counts separately by the returned value, for example by repository; absent counts all calls together. Undefined
   * excludes a call with these arguments from the count.
   */
  readonly key?: (args: JsonObject) => string | undefined;
  /** `attempts` counts every call that reached its handler; `effects` only those that had one. */
  readonly count: 'attempts' | 'effects';
  readonly windowMs: number;
  readonly warn?: number;
  readonly pause?: number;
  readonly stop?: number;
  /** The refusal at the stop, where the server's contract has a code of its own for it. */
  readonly refusal?: QuotaRefusal;
}

export interface QuotaRefusal {
  /** The code that `fail` answers with; the stage rejects any other. */
  readonly code: string;
  fail(standing: QuotaStanding): Failure;
}

/** The state of a quota that has reached its stop. */
export interface QuotaStanding {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly resetsAt: number;
  readonly retryAfterSeconds: number;
}
