import { fail } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { changeCall } from '../../call/change-call.ts';
import { digestOf } from '../../call/digest.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Operation } from '../../tool/operation.ts';
import type { Admissions } from '../admit/admissions.ts';
import { Plan, planOf } from '../admit/plan.ts';
import { defineStage } from '../stage.ts';
import type { Next, Stage } from '../stage.ts';
import type { ClaimRequest, KnownKey } from './claims.ts';
import { markReplayed } from './replayed.ts';
import { resolveLost } from './resolve-lost.ts';

const defaultRetentionMs = 24 * 60 * 60 * 1000;
const longestKey = 255;

export interface ReplayOptions {
  readonly admissions: Admissions;
}

/**
 * Idempotency. A call whose key has an outcome gets that outcome, whatever gate and meter would say: a retry after a
 * lost answer needs no new token and no quota. `admit` looks at the key in the transaction that claims it, so that most
 * calls need no other look; a call that was refused before it came to that is looked up here.
 */
export const replay = (options: ReplayOptions): Stage =>
  defineStage(
    'replay',
    [
      'CONFLICT_IN_FLIGHT',
      'CONFLICT_OUTCOME_UNKNOWN',
      'CONFLICT_ALREADY_APPLIED',
      'CONFLICT_IDEMPOTENCY_KEY',
      'VALIDATION_OUT_OF_RANGE',
    ],
    (call, next) => {
      const key = keyOf(call, operationOf(call));
      return key === undefined ? next(call) : runOnce(call, key, options, next);
    },
  );

const runOnce = async (call: Call, key: string, { admissions }: ReplayOptions, next: Next): Promise<Outcome> => {
  if (key.length > longestKey) {
    const details = { param_name: 'idempotency_key', maximum: longestKey, measured: 'length' as const };
    return fail('VALIDATION_OUT_OF_RANGE', details, { correlation_id: call.correlation_id });
  }
  const keyed = changeCall(call, { meta: { ...call.meta, idempotency_key: key } });
  const request = requestOf(call, key);
  const tried = await attempt(keyed, request, admissions, next);
  if (tried.known?.state !== 'lost') return tried.known ? answer(call, key, tried.known) : tried.outcome;
  const resolved = await resolveLost(call, key, tried.known, admissions);
  if (resolved !== 'reopen') return resolved;
  const again = await attempt(keyed, { ...request, reopen: tried.known.id }, admissions, next);
  if (!again.known) return again.outcome;
  return again.known.state === 'lost'
    ? fail('CONFLICT_IN_FLIGHT', {}, { correlation_id: call.correlation_id })
    : answer(call, key, again.known);
};

interface Tried {
  readonly outcome: Outcome;
  /** The result that the key returns instead of running the call. */
  readonly known: KnownKey | undefined;
}

const attempt = async (call: Call, claim: ClaimRequest, admissions: Admissions, next: Next): Promise<Tried> => {
  call.state.plan = new Plan(claim);
  const outcome = await next(call);
  const { decision, isSubmitted } = planOf(call);
  if (isSubmitted) return { outcome, known: decision?.state === 'key' ? decision.key : undefined };
  // Refused by a stage between, or cancelled: the outcome of the key goes before that.
  return { outcome, known: await admissions.find(claim) };
};

const requestOf = (call: Call, key: string): ClaimRequest => {
  const operation = operationOf(call);
  return {
    principal: call.principal.id,
    operation: operation.name,
    key,
    digest: digestOf(call.arguments),
    retentionMs: operation.idempotency?.retentionMs ?? defaultRetentionMs,
    idempotent: operation.idempotent,
  };
};

/** The client's key, or the argument that the tool's contract makes one. */
const keyOf = (call: Call, operation: Operation): string | undefined => {
  const named = operation.idempotency?.argument;
  const argument = named === undefined ? undefined : call.arguments[named];
  return call.meta.idempotency_key ?? (typeof argument === 'string' && argument !== '' ? argument : undefined);
};

const answer = (call: Call, key: string, known: Exclude<KnownKey, { state: 'lost' }>): Outcome => {
  const failing = { correlation_id: call.correlation_id };
  switch (known.state) {
    case 'stored':
      return markReplayed({ ...known.outcome });
    case 'conflict':
      return fail('CONFLICT_IDEMPOTENCY_KEY', { first_used_at: timestamp(known.first_used_at) }, failing);
    case 'in_flight':
      return fail(
        'CONFLICT_IN_FLIGHT',
        { started_at: timestamp(known.started_at), retry_after_seconds: secondsToWait(known.now - known.started_at) },
        { ...failing, ...lookOf(operationOf(call), call, { key, startedAt: known.started_at }) },
      );
  }
};

/** Callers ask again after as long as the call has run: soon for short calls, rarely for long ones. */
const secondsToWait = (elapsedMs: number): number => Math.min(10, Math.max(1, Math.ceil(elapsedMs / 1000)));

const timestamp = (ms: number): string => new Date(ms).toISOString();
