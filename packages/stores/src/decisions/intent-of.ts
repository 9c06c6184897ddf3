import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Intent } from '../ports/intents.ts';
import { judgeClaim } from './judge-claim.ts';
import type { ReplayRow } from './judge-claim.ts';

/** The row of a claim with what an operator is shown. */
export interface IntentRow extends ReplayRow {
  readonly principal: string;
  readonly operation: string;
}

/** The call behind a row, or undefined if its effect is known. */
export const intentOf = (row: IntentRow, now: number): Intent | undefined => {
  if (row.settled_at !== null && row.effect !== 'unknown') return undefined;
  const { principal, operation } = row;
  const judged = judgeClaim(row, { digest: row.arguments_digest, idempotent: false }, now, () => undefined);
  const common = { id: String(row.seq), principal, operation };
  if (judged?.state === 'in_flight') {
    const heard = Math.max(judged.started_at, row.owner_heard_at ?? 0);
    return { ...common, state: 'in_flight', ended: false, started_at: judged.started_at, last_heard_at: heard };
  }
  if (judged?.state !== 'lost') return undefined;
  const { ended, started_at, last_heard_at } = judged;
  return { ...common, state: 'lost', ended, started_at, last_heard_at };
};

/** The outcome of a call that a person says took effect. */
export const statedAsApplied = ({ operation, started_at }: Intent): Failure =>
  fail(
    'CONFLICT_ALREADY_APPLIED',
    { operation, started_at: new Date(started_at).toISOString() },
    { effect: 'applied', recovery: 'report', hint: 'Do not repeat the call: the operator says that it took effect.' },
  );
