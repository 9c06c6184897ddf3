import { fail } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Look } from '../../tool/look-of.ts';
import type { Admissions } from '../admit/admissions.ts';
import type { LostClaim } from './claims.ts';

/**
 * Decides about a key whose effect is unknown. It is reopened only if its handler cannot run any more, the tool's
 * settling time has passed, and a look that identifies this effect, made now, shows that it is absent. A look that shows
 * the effect settles the key. In every other case the caller learns what is known.
 */
export const resolveLost = async (
  call: Call,
  key: string,
  claim: LostClaim,
  admissions: Admissions,
): Promise<Outcome | 'reopen'> => {
  const operation = operationOf(call);
  const look = lookOf(operation, call, { key, startedAt: claim.started_at }).next_actions?.[0] ?? lookIn(claim.outcome);
  const reopenableAt = reopenableAtOf(claim, operation.settlesWithinMs, look);
  if (look && reopenableAt !== undefined && claim.now >= reopenableAt) {
    const seen = await lookAt(call, look);
    if (seen === 'absent') return 'reopen';
    if (seen === 'applied') {
      const applied = alreadyApplied(call, claim, look);
      await admissions.end({ claim: claim.id, outcome: applied, giveBack: [] });
      return applied;
    }
  }
  return outcomeUnknown(call, claim, { look, reopenableAt });
};

/** The look that the handler's own failure names. */
const lookIn = (outcome: Outcome | undefined): Look | undefined =>
  outcome && !outcome.ok
    ? outcome.next_actions?.find((action): action is Look => action.applied_when !== undefined)
    : undefined;

/** When the engine may look and reopen; undefined if that is up to a person. */
const reopenableAtOf = (claim: LostClaim, settlesWithinMs?: number, look?: Look): number | undefined =>
  claim.ended && settlesWithinMs !== undefined && look && look.resembles !== true
    ? claim.silent_since + settlesWithinMs
    : undefined;

/** Makes the look as the caller, through every stage. A look that fails shows nothing. */
const lookAt = async (call: Call, look: Look): Promise<'applied' | 'absent' | 'unknown'> => {
  const seen = await call.inner(call, look.tool, look.arguments);
  if (!seen.ok) return 'unknown';
  const { isApplied } = await import('@recourse/contract/applied-when');
  return isApplied(seen.value, look.applied_when) ? 'applied' : 'absent';
};

const alreadyApplied = (call: Call, claim: LostClaim, look: Look): Outcome =>
  fail(
    'CONFLICT_ALREADY_APPLIED',
    { operation: operationOf(call).name, started_at: timestamp(claim.started_at) },
    { correlation_id: call.correlation_id, effect: 'applied', next_actions: [look] },
  );

interface Known {
  readonly look: Look | undefined;
  readonly reopenableAt: number | undefined;
}

const outcomeUnknown = (call: Call, claim: LostClaim, { look, reopenableAt }: Known): Outcome => {
  const retryAfterMs = reopenableAt === undefined ? undefined : Math.max(1000, reopenableAt - claim.now);
  return fail(
    'CONFLICT_OUTCOME_UNKNOWN',
    {
      operation: operationOf(call).name,
      started_at: timestamp(claim.started_at),
      last_heard_at: timestamp(claim.last_heard_at),
      ...(reopenableAt !== undefined && { reopenable_at: timestamp(reopenableAt) }),
    },
    {
      correlation_id: call.correlation_id,
      effect: 'unknown',
      ...(retryAfterMs === undefined ? { retryable: false } : { retry_after_ms: retryAfterMs }),
      ...(look && { next_actions: [look] }),
    },
  );
};

const timestamp = (ms: number): string => new Date(ms).toISOString();
