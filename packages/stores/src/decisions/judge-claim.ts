import type { Outcome } from '@recourse/contract';
import type { Claim, ClaimRequest } from '@recourse/engine';

/** What a store knows about an idempotency key. The names are those of the columns. */
export interface ReplayRow {
  readonly arguments_digest: string;
  readonly first_used_at: number;
  readonly started_at: number | null;
  readonly lease_ends: number;
  readonly settled_at: number | null;
  readonly expires_at: number;
}

/**
 * What a known key answers; nothing where it may be claimed anew. An outcome that cannot be read any more is lost as
 * much as one that was never written: the call is not made again.
 */
export const judgeClaim = (
  row: ReplayRow,
  request: Pick<ClaimRequest, 'digest' | 'idempotent'>,
  now: number,
  outcome: () => Outcome | undefined,
): Exclude<Claim, { state: 'claimed' }> | undefined => {
  if (row.expires_at <= now) return undefined;
  if (row.arguments_digest !== request.digest) return { state: 'conflict', first_used_at: row.first_used_at };
  if (row.settled_at !== null) {
    const stored = outcome();
    return stored ? { state: 'stored', outcome: stored } : { state: 'lost', started_at: startOf(row) };
  }
  if (row.lease_ends > now) {
    return { state: 'in_flight', started_at: row.first_used_at, retryAfterMs: Math.max(1, row.lease_ends - now) };
  }
  const mayRepeat = row.started_at === null || request.idempotent;
  return mayRepeat ? undefined : { state: 'lost', started_at: startOf(row) };
};

const startOf = (row: ReplayRow): number => row.started_at ?? row.first_used_at;
