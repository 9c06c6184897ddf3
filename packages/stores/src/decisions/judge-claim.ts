import type { Outcome } from '@recourse/contract';
import type { ClaimRequest, KnownKey, LostSince } from '@recourse/engine/store-ports';
import { isGone } from '../owners/process-facts.ts';
import type { ProcessFacts } from '../owners/process-facts.ts';

/** Unsettled keys and keys with an unknown effect do not expire. */
export const never = Number.MAX_SAFE_INTEGER;

/** The row of an idempotency key, with the owner of its claim. Fields are named after the columns. */
export interface ReplayRow {
  readonly seq: number;
  readonly arguments_digest: string;
  readonly first_used_at: number;
  readonly started_at: number | null;
  readonly lease_ends: number;
  readonly bound_at: number;
  readonly settled_at: number | null;
  readonly effect: string | null;
  readonly expires_at: number;
  readonly owner_heard_at: number | null;
  readonly owner_lease_ends: number | null;
  readonly owner_facts: string | null;
}

/** The answer of a known key, or undefined if the call may claim it. */
export const judgeClaim = (
  row: ReplayRow,
  request: Pick<ClaimRequest, 'digest' | 'idempotent' | 'reopen'>,
  now: number,
  outcome: () => Outcome | undefined,
): KnownKey | undefined => {
  if (row.expires_at <= now) return undefined;
  if (row.arguments_digest !== request.digest) return { state: 'conflict', first_used_at: row.first_used_at };
  const id = String(row.seq);
  const started_at = row.started_at ?? row.first_used_at;
  if (row.settled_at !== null) {
    const heard = { last_heard_at: row.settled_at, silent_since: row.settled_at };
    if (row.effect === 'unknown') {
      if (mayTakeOver(row, request)) return undefined;
      const stored = outcome();
      return { state: 'lost', id, started_at, ended: true, ...heard, now, ...(stored && { outcome: stored }) };
    }
    const stored = outcome();
    // Sealed with a key that is gone: the effect may well have happened, and nothing tells what it was.
    return stored
      ? { state: 'stored', outcome: stored }
      : { state: 'lost', id, started_at, ended: false, ...heard, now };
  }
  const leaseEnds = Math.min(row.bound_at, Math.max(row.lease_ends, row.owner_lease_ends ?? 0));
  const isOwnerGone = ownerIsGone(row);
  if (leaseEnds > now && !isOwnerGone) return { state: 'in_flight', started_at, now };
  if (row.started_at === null || mayTakeOver(row, request)) return undefined;
  return {
    state: 'lost',
    id,
    started_at,
    last_heard_at: Math.max(started_at, row.owner_heard_at ?? 0),
    ended: isOwnerGone,
    silent_since: leaseEnds,
    now,
  };
};

/** When a claim began and its last sign of life, if nothing is known of its effect any more. */
export const lostSince = (row: ReplayRow, now: number): LostSince | undefined => {
  const judged = judgeClaim(row, { digest: row.arguments_digest, idempotent: false }, now, () => undefined);
  if (judged?.state !== 'lost' || (row.settled_at !== null && row.effect !== 'unknown')) return undefined;
  return { started_at: judged.started_at, last_heard_at: judged.last_heard_at };
};

const mayTakeOver = (
  { seq }: ReplayRow,
  { idempotent, reopen }: Pick<ClaimRequest, 'idempotent' | 'reopen'>,
): boolean => idempotent || reopen === String(seq);

const ownerIsGone = ({ owner_facts }: ReplayRow): boolean =>
  owner_facts !== null && isGone(JSON.parse(owner_facts) as ProcessFacts);
