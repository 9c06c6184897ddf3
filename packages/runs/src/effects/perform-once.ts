import { changeFailure, isFailure } from '@recourse/contract';
import type { Failure, Json, Outcome } from '@recourse/contract';
import type { KnownKey } from '@recourse/engine/store-ports';
import { fail, RunError } from '../failing.ts';
import type { EffectLook, EffectUse } from '../pipeline/work-context.ts';
import type { EffectClaims, EffectScope } from './effect-claims.ts';

export interface OnceOptions<Value extends Json> {
  readonly claims: EffectClaims;
  readonly scope: EffectScope;
  readonly effect: (use: EffectUse) => Promise<Value>;
  readonly look: EffectLook<Value>;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** How long to wait for another process, or for a time to pass, before the effect counts as unknown. */
  readonly patienceMs: number;
  /** Waits; rejects if the signal aborts. */
  readonly pause: (ms: number) => Promise<void>;
  /** Repeats a write while the store is unavailable: an effect that has happened must be told. */
  readonly persist: <Result>(write: () => Promise<Result>) => Promise<Result>;
}

type Lost = Extract<KnownKey, { state: 'lost' }>;
type Wait = { readonly waitMs: number };
type Next<Value> = { readonly value: Value } | { readonly reopen: string } | Wait;

const shortestWaitMs = 50;
const longestWaitMs = 1000;

/**
 * Performs an effect at most once. A key whose process died is reopened only if the process is proven dead, the
 * settling time has passed, and a look shows that the effect is absent; until then this waits.
 */
export const performOnce = async <Value extends Json>(options: OnceOptions<Value>): Promise<Value> => {
  const { claims, scope, now, patienceMs, pause } = options;
  const until = now() + patienceMs;
  let reopen: string | undefined;
  for (let attempt = 0; ; attempt += 1) {
    options.signal.throwIfAborted();
    const claim = await claims.claim(scope, reopen);
    reopen = undefined;
    if (claim.state === 'claimed') return performClaimed(claim.id, options);
    const next = await judge(claim, options, attempt);
    if ('value' in next) return next.value;
    if ('reopen' in next) {
      ({ reopen } = next);
      continue;
    }
    if (now() >= until) throw new RunError(unknownEffect(scope, claim));
    await pause(Math.min(next.waitMs, Math.max(shortestWaitMs, until - now())));
  }
};

const judge = async <Value extends Json>(
  claim: KnownKey,
  options: OnceOptions<Value>,
  attempt: number,
): Promise<Next<Value>> => {
  switch (claim.state) {
    case 'stored':
      return readStored(claim.outcome, options);
    case 'conflict':
      throw new RunError(fail('CONFLICT_IDEMPOTENCY_KEY', {}));
    case 'in_flight':
      return { waitMs: growingWait(attempt) };
    case 'lost':
      return judgeLost(claim, options, attempt);
  }
};

/**
 * A look that finds the effect settles it, no matter which process performed it. Only its absence needs a process that cannot act any
 * more, and the time in which its effect may still appear.
 */
const judgeLost = async <Value extends Json>(
  claim: Lost,
  options: OnceOptions<Value>,
  attempt: number,
): Promise<Next<Value>> => {
  const { claims, look, scope, signal, persist } = options;
  if (!('find' in look)) return repeatIdempotent(claim, options);
  const leftMs = claim.silent_since + look.settlesWithinMs - claim.now;
  if (claim.ended && leftMs > 0) return { waitMs: leftMs };
  const found = await look.find(scope.key, signal);
  if (found !== undefined) {
    if (claim.ended) await persist(() => claims.settle(claim.id, found));
    return { value: found };
  }
  return claim.ended ? { reopen: claim.id } : { waitMs: growingWait(attempt) };
};

/** The effect took place and its result could not be stored, because the store has no key to seal it with. */
const repeatIdempotent = async <Value extends Json>(
  { id }: Lost,
  { claims, scope, effect, signal }: OnceOptions<Value>,
): Promise<Next<Value>> => ({
  value: await effect({ key: scope.key, fence: id, signal, stillOwner: () => claims.owns(id) }),
});

const readStored = async <Value extends Json>(
  outcome: Outcome,
  { look, scope, signal }: OnceOptions<Value>,
): Promise<Next<Value>> => {
  if (outcome.ok) return { value: (outcome.value as { readonly value: Value }).value };
  // An operator has said that the effect took place; its result can only be looked up.
  const found = 'find' in look ? await look.find(scope.key, signal) : undefined;
  if (found === undefined) throw new RunError(outcome);
  return { value: found };
};

const performClaimed = async <Value extends Json>(id: string, options: OnceOptions<Value>): Promise<Value> => {
  const { claims, scope, effect, signal, persist } = options;
  let value: Value;
  try {
    value = await effect({ key: scope.key, fence: id, signal, stillOwner: () => claims.owns(id) });
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.effect === 'none') await persist(() => claims.release(id, failure));
    else {
      const unknown = changeFailure(failure ?? unknownEffect(scope), { effect: 'unknown' });
      await persist(() => claims.settleUnknown(id, unknown));
    }
    throw error;
  }
  await persist(() => claims.settle(id, value));
  return value;
};

const failureOf = (error: unknown): Failure | undefined => {
  if (error instanceof RunError) return error.failure;
  return isFailure(error) ? error : undefined;
};

const unknownEffect = ({ operation }: EffectScope, claim?: KnownKey): Failure => {
  const heard = claim?.state === 'lost' ? { last_heard_at: timestamp(claim.last_heard_at) } : {};
  const started = claim && 'started_at' in claim ? { started_at: timestamp(claim.started_at) } : {};
  return fail('CONFLICT_OUTCOME_UNKNOWN', { operation, ...started, ...heard }, { effect: 'unknown' });
};

const timestamp = (ms: number): string => new Date(ms).toISOString();

const growingWait = (attempt: number): number => Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.min(attempt, 10));
