import { fail } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { changeCall } from '../../call/change-call.ts';
import { digestOf } from '../../call/digest.ts';
import { defaultTimeouts } from '../../settings/settings.ts';
import type { TimeoutSettings } from '../../settings/settings.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Operation } from '../../tool/operation.ts';
import { keepTrying } from '../keep-trying.ts';
import { defineStage } from '../stage.ts';
import type { Next, Stage } from '../stage.ts';
import { markReplayed } from './replayed.ts';
import type { Claim, ClaimRequest, Replays } from './replays.ts';
import { resolveLost } from './resolve-lost.ts';

const defaultRetentionMs = 24 * 60 * 60 * 1000;
const longestKey = 255;

export interface ReplayOptions {
  readonly replays: Replays;
  readonly timeouts?: Partial<TimeoutSettings>;
  /** Told of an outcome whose claim was replaced while its handler ran: the effect may have happened twice. */
  readonly onPossibleDuplicate?: (call: Call, outcome: Outcome) => void;
}

/**
 * Idempotency. A call whose key has an outcome gets that outcome before any gate or meter sees it: a retry after a lost
 * answer needs no new token and no quota. The key follows the handler: it stays in flight until the handler has ended,
 * whatever the caller was told in the meantime.
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

const runOnce = async (call: Call, key: string, options: ReplayOptions, next: Next): Promise<Outcome> => {
  if (key.length > longestKey) {
    const details = { param_name: 'idempotency_key', maximum: longestKey, measured: 'length' as const };
    return fail('VALIDATION_OUT_OF_RANGE', details, { correlation_id: call.correlation_id });
  }
  const { replays } = options;
  const request = requestOf(call, key, options);
  const claim = await replays.claim(request);
  if (claim.state !== 'lost') return settleClaim(call, { key, claim, options, next });
  const resolved = await resolveLost(call, key, claim, replays);
  if (resolved !== 'reopen') return resolved;
  const again = await replays.claim({ ...request, reopen: claim.id });
  return again.state === 'lost'
    ? fail('CONFLICT_IN_FLIGHT', {}, { correlation_id: call.correlation_id })
    : settleClaim(call, { key, claim: again, options, next });
};

const requestOf = (call: Call, key: string, { timeouts = {} }: ReplayOptions): ClaimRequest => {
  const operation = operationOf(call);
  const { maxMs, abandonMs } = { ...defaultTimeouts, ...timeouts };
  return {
    principal: call.principal.id,
    operation: operation.name,
    key,
    digest: digestOf(call.arguments),
    retentionMs: operation.idempotency?.retentionMs ?? defaultRetentionMs,
    boundMs: Math.max(maxMs, abandonMs),
    idempotent: operation.idempotent,
  };
};

/** The client's key, or the argument that the tool's contract makes one. */
const keyOf = (call: Call, operation: Operation): string | undefined => {
  const named = operation.idempotency?.argument;
  const argument = named === undefined ? undefined : call.arguments[named];
  return call.meta.idempotency_key ?? (typeof argument === 'string' && argument !== '' ? argument : undefined);
};

interface Claimed {
  readonly key: string;
  readonly claim: Exclude<Claim, { state: 'lost' }>;
  readonly options: ReplayOptions;
  readonly next: Next;
}

const settleClaim = (call: Call, { key, claim, options, next }: Claimed): Outcome | Promise<Outcome> => {
  const failing = { correlation_id: call.correlation_id };
  switch (claim.state) {
    case 'claimed':
      return runClaimed(call, { key, id: claim.id, options, next });
    case 'stored':
      return markReplayed({ ...claim.outcome });
    case 'conflict':
      return fail('CONFLICT_IDEMPOTENCY_KEY', { first_used_at: timestamp(claim.first_used_at) }, failing);
    case 'in_flight':
      return fail(
        'CONFLICT_IN_FLIGHT',
        { started_at: timestamp(claim.started_at), retry_after_seconds: secondsToWait(claim.now - claim.started_at) },
        { ...failing, ...lookOf(operationOf(call), call, { key, startedAt: claim.started_at }) },
      );
  }
};

interface Running {
  readonly key: string;
  readonly id: string;
  readonly options: ReplayOptions;
  readonly next: Next;
}

const runClaimed = async (call: Call, { key, id, options, next }: Running): Promise<Outcome> => {
  const { replays, onPossibleDuplicate } = options;
  // Recorded before the handler runs, so that a crash in it is known to have begun.
  const claim = { id, begun: false, isOwned: () => replays.owns(id) };
  call.state.claim = claim;
  call.state.beforeRun.push(() => (claim.begun ? Promise.resolve() : replays.begin(id)));
  const outcome = await next(changeCall(call, { meta: { ...call.meta, idempotency_key: key } }));
  const hadEffect = outcome.ok || outcome.effect !== 'none';
  // The handler has ended as it has. A store that fails now gets the outcome later.
  if (!hadEffect) await keepTrying(() => replays.release(id));
  else if ((await keepTrying(() => replays.settle(id, outcome))) === false) onPossibleDuplicate?.(call, outcome);
  return outcome;
};

/** Callers ask again after as long as the call has run: soon for short calls, rarely for long ones. */
const secondsToWait = (elapsedMs: number): number => Math.min(10, Math.max(1, Math.ceil(elapsedMs / 1000)));

const timestamp = (ms: number): string => new Date(ms).toISOString();
