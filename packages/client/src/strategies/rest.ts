import { isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import { jittered, notBefore } from '../delays.ts';
import { end } from './strategy.ts';
import type { Strategy } from './strategy.ts';

interface Rest {
  readonly arguments: JsonObject;
  readonly count: number;
  /** The longest that one of its failures says to wait. */
  readonly afterMs: number | undefined;
}

/**
 * Sends the items of a batch again that were not done, and no others. Only if the failure leaves no doubt: every
 * item that failed had no effect and may pass, and the caller's own list is the one that it counts.
 */
export const rest: Strategy = ({ reading, request, keyed, repeats, random, note }) => {
  // With the caller's own key, the rest would be another call under the same key.
  const found =
    keyed && request._meta?.[idempotencyKeyMetaKey] === undefined
      ? restOf(request.arguments, reading.failure)
      : undefined;
  if (!found) return end('handed_over', 'part of the batch was done, and the rest cannot be repeated safely');
  note({ kind: 'correct', changes: [`the batch to the ${found.count} items that were not done`] });
  return {
    kind: 'repeat',
    afterMs: found.afterMs === undefined ? jittered(repeats, random) : notBefore(found.afterMs, random),
    why: 'the other items were done',
    request: { ...request, arguments: found.arguments },
    remaining: true,
    costsRetry: true,
  };
};

/** The arguments with the one list that the failure counts cut down to what is left of it. */
const restOf = (args: JsonObject, { details }: Failure): Rest | undefined => {
  const { total, errors, results, pending = [] } = details ?? {};
  if (!Array.isArray(errors) || !Array.isArray(results) || !Array.isArray(pending) || errors.length === 0)
    return undefined;
  const lists = Object.entries(args).filter(([, value]) => Array.isArray(value) && value.length === total);
  const [name, items] = lists.length === 1 ? (lists[0] as [string, readonly unknown[]]) : [];
  if (name === undefined || items === undefined || !errors.every(mayPass)) return undefined;
  const left = [...errors, ...pending].map(indexOf);
  const done = results.map(indexOf);
  // Each item once, and every item told of: a list of another length or order is not the caller's.
  const known = new Set([...left, ...done]);
  if (known.size !== items.length || left.length + done.length !== items.length) return undefined;
  if (![...known].every((index) => Number.isInteger(index) && index >= 0 && index < items.length)) return undefined;
  const kept = new Set(left);
  const waits = errors.flatMap((error) =>
    isJsonObject(error) && typeof error['retry_after_ms'] === 'number' ? [error['retry_after_ms']] : [],
  );
  return {
    arguments: { ...args, [name]: items.filter((_, index) => kept.has(index)) as never },
    count: left.length,
    afterMs: waits.length > 0 ? Math.max(...waits) : undefined,
  };
};

const mayPass = (error: unknown): boolean =>
  isJsonObject(error) && error['effect'] === 'none' && error['retryable'] === true;

const indexOf = (item: unknown): number => (isJsonObject(item) ? Number(item['index']) : Number.NaN);
