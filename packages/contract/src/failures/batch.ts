import { coreCodes } from '../registries/core/codes.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Effect, Failure } from './failure.ts';
import { makeFailure } from './make-failure.ts';
import type { FailureOptions } from './make-failure.ts';
import { succeed } from './outcome.ts';
import type { Outcome, Success } from './outcome.ts';

export interface BatchOptions extends FailureOptions {
  /** The operation of each item. A batch that succeeds adds it to each result. */
  readonly operations?: readonly string[];
  /** The items after the last outcome, which did not start because of it. */
  readonly pending?: readonly JsonObject[];
}

/**
 * Combines the outcomes of a batch in the order of its items. If all succeeded, returns a success with every result.
 * Otherwise returns BATCH_PARTIAL_FAILURE with each item's failure and every result.
 */
export const batch = (
  outcomes: readonly Outcome[],
  { operations, pending = [], ...options }: BatchOptions = {},
): Outcome<JsonObject> => {
  const results = outcomes.flatMap((outcome, index) => (outcome.ok ? [{ index, value: outcome.value }] : []));
  const failures = outcomes.flatMap((outcome, index) => (outcome.ok ? [] : [{ index, failure: outcome }]));
  const counts = { total: outcomes.length + pending.length, succeeded: results.length, failed: failures.length };
  if (failures.length === 0) {
    const warnings = outcomes.flatMap((outcome) => (outcome as Success).warnings);
    if (!operations) return succeed({ ...counts, results }, warnings);
    const named = results.map(({ index, value }) => ({ index, operation: operations[index] ?? '', value }));
    return { ...succeed({ ...counts, results: named }, warnings), batch: true };
  }
  const errors = failures.map(({ index, failure }) => batchError(index, failure));
  return makeFailure(
    coreCodes.definitions.BATCH_PARTIAL_FAILURE,
    {
      ...counts,
      errors,
      results,
      ...(pending.length > 0 && {
        pending: pending.map((item, position) => ({ index: outcomes.length + position, ...item })),
      }),
    },
    { effect: batchEffect(results.length, failures), ...options },
  );
};

const batchError = (index: number, failure: Failure): JsonObject => ({
  index,
  code: failure.code,
  message: failure.message,
  retryable: failure.retryable,
  recovery: failure.recovery,
  effect: failure.effect,
  ...(failure.details && { details: failure.details }),
  ...(failure.retry_after_ms !== undefined && { retry_after_ms: failure.retry_after_ms }),
  ...(failure.next_actions && { next_actions: failure.next_actions as unknown as Json }),
});

const batchEffect = (succeeded: number, failures: readonly { readonly failure: Failure }[]): Effect => {
  const effects = new Set(failures.map(({ failure }) => failure.effect));
  if (effects.has('unknown')) return 'unknown';
  if (succeeded > 0 || effects.has('partial') || effects.has('applied')) return 'partial';
  return 'none';
};
