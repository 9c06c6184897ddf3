import type { Failure, JsonObject } from '@recourse/contract';

/** A limit on how often a principal may do something within a sliding window. */
export interface QuotaRule {
  readonly metric: string;
  /** Counts the calls of every operation together whose rule has this scope, metric and window; else each by itself. */
  readonly scope?: string;
  /** Counts the calls of all principals together, for what they share: a pull request, a device. */
  readonly everybody?: true;
  /**
   * Counts apart by what is called, for example by repository; absent counts all calls together. Undefined says that
   * a call with these arguments is none of those that are counted.
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
  /** What `fail` answers with; the stage lets no other leave. */
  readonly code: string;
  fail(standing: QuotaStanding): Failure;
}

/** How a quota stands that has reached its stop. */
export interface QuotaStanding {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly resetsAt: number;
  readonly retryAfterSeconds: number;
}
