import { fail } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { changeCall } from '../../call/change-call.ts';
import { digestOf } from '../../call/digest.ts';
import { defineStage } from '../../pipeline/stage.ts';
import type { Next, Stage } from '../../pipeline/stage.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Operation } from '../../tool/operation.ts';
import { markReplayed } from './replayed.ts';
import type { Claim, Replays } from './replays.ts';

/** Renewed while the handler runs. When its process is gone, nobody can know before the lease has ended. */
const leaseMs = 10_000;
const renewEveryMs = leaseMs / 3;
const defaultRetentionMs = 24 * 60 * 60 * 1000;
const longestKey = 255;

/**
 * Idempotency. A call that came with a key and had an outcome is answered with that outcome before any gate or meter
 * sees it: a retry after a lost answer needs no new token and no quota.
 */
export const replay = (replays: Replays): Stage =>
  defineStage(
    'replay',
    ['CONFLICT_IN_FLIGHT', 'CONFLICT_IDEMPOTENCY_KEY', 'VALIDATION_OUT_OF_RANGE', 'INTERNAL_TIMEOUT'],
    (call, next) => {
      const key = keyOf(call, operationOf(call));
      return key === undefined ? next(call) : runOnce(call, key, replays, next);
    },
  );

const runOnce = async (call: Call, key: string, replays: Replays, next: Next): Promise<Outcome> => {
  const operation = operationOf(call);
  if (key.length > longestKey) {
    const details = { param_name: 'idempotency_key', maximum: longestKey, measured: 'length' as const };
    return fail('VALIDATION_OUT_OF_RANGE', details, { correlation_id: call.correlation_id });
  }
  const claim = await replays.claim({
    principal: call.principal.id,
    operation: operation.name,
    key,
    digest: digestOf(call.arguments),
    leaseMs,
    retentionMs: operation.idempotency?.retentionMs ?? defaultRetentionMs,
    idempotent: operation.idempotent,
  });
  if (claim.state !== 'claimed') return answer(call, operation, claim);
  return runClaimed(call, key, claim.id, replays, next);
};

/** The key of the client, or the argument that the contract of the tool makes one. */
const keyOf = (call: Call, operation: Operation): string | undefined => {
  const named = operation.idempotency?.argument;
  const argument = named === undefined ? undefined : call.arguments[named];
  return call.meta.idempotency_key ?? (typeof argument === 'string' && argument !== '' ? argument : undefined);
};

const runClaimed = async (call: Call, key: string, id: string, replays: Replays, next: Next): Promise<Outcome> => {
  const renewal = setInterval(() => void replays.renew(id, leaseMs).catch(() => undefined), renewEveryMs);
  renewal.unref();
  // Written before the handler runs, so that a crash in it is known to have begun.
  call.state.beforeRun.push(() => replays.begin(id, leaseMs));
  try {
    const outcome = await next(changeCall(call, { meta: { ...call.meta, idempotency_key: key } }));
    const hadEffect = outcome.ok || outcome.effect !== 'none';
    // The call has ended as it has: a store that fails now does not change that.
    await (hadEffect ? replays.settle(id, outcome) : replays.release(id)).catch(() => undefined);
    return outcome;
  } finally {
    clearInterval(renewal);
  }
};

const answer = (call: Call, operation: Operation, claim: Exclude<Claim, { state: 'claimed' }>): Outcome => {
  const options = { correlation_id: call.correlation_id };
  switch (claim.state) {
    case 'stored':
      return markReplayed({ ...claim.outcome });
    case 'conflict':
      return fail('CONFLICT_IDEMPOTENCY_KEY', { first_used_at: timestamp(claim.first_used_at) }, options);
    case 'in_flight':
      return fail(
        'CONFLICT_IN_FLIGHT',
        {
          started_at: timestamp(claim.started_at),
          // By then it has ended, or goes on, or is known to be lost. Whoever comes sooner spends his calls on waiting.
          retry_after_seconds: Math.ceil(claim.retryAfterMs / 1000),
        },
        options,
      );
    case 'lost':
      return lost(call, operation, claim.started_at);
  }
};

/** It began, and its process is gone. It is never run again by itself. */
const lost = (call: Call, operation: Operation, startedAt: number): Failure =>
  fail(
    'INTERNAL_TIMEOUT',
    { operation: operation.name, timeout_ms: leaseMs },
    {
      correlation_id: call.correlation_id,
      message: `'${operation.name}' was started on ${timestamp(startedAt)} and never ended`,
      hint: 'Look whether it took effect. If it did not, make the call again with a new idempotency key.',
      effect: 'unknown',
      retryable: false,
      recovery: 'verify',
      ...lookOf(operation, call.arguments, keyOf(call, operation)),
    },
  );

const timestamp = (ms: number): string => new Date(ms).toISOString();
