import type { Outcome } from '@recourse/contract';
import { never } from '../decisions/judge-claim.ts';
import type { ReplayRow } from '../decisions/judge-claim.ts';
import type { Sealed } from '@recourse/engine/sealing';
import type { Connection } from './connection.ts';
import type { SealedCells } from './context.ts';

export type ClaimRow = ReplayRow & SealedCells;

interface NewClaim {
  readonly scope: string;
  readonly principal: string;
  readonly operation: string;
  readonly digest: string;
  readonly retentionMs: number;
  readonly boundMs: number;
  readonly leaseMs: number;
  readonly ownerId: number;
}

/** Reads and writes the rows of claims, always inside an open transaction. */
export const createSqliteClaims = (connection: Connection, now: () => number) => ({
  findByScope: (scope: string): ClaimRow | undefined =>
    connection.row<ClaimRow>(`${claimSelection} r.scope = ?`, scope),

  find: (seq: number): ClaimRow | undefined => connection.row<ClaimRow>(`${claimSelection} r.seq = ?`, seq),

  /** Makes a claim whose handler runs next. */
  insert: ({ scope, principal, operation, digest, retentionMs, boundMs, leaseMs, ownerId }: NewClaim): number => {
    const at = now();
    return connection.insert(
      insertion,
      scope,
      principal,
      operation,
      digest,
      at,
      at,
      at + leaseMs,
      at + boundMs,
      retentionMs,
      never,
      ownerId,
    );
  },

  /** False if the claim was replaced: the effect may have happened twice. */
  settle: (seq: number, outcome: Outcome, sealed: Sealed | undefined): boolean => {
    const at = now();
    const effect = outcome.ok ? 'applied' : outcome.effect;
    const changed = connection.run(
      `UPDATE replays SET settled_at = ?, effect = ?, sealed_by = ?, sealed = ?,
         expires_at = CASE WHEN ? = 'unknown' THEN ${never} ELSE retention_ms + ? END
       WHERE seq = ?`,
      at,
      effect,
      sealed?.sealed_by ?? null,
      sealed?.sealed ?? null,
      effect,
      at,
      seq,
    );
    if (changed === 0) connection.run('INSERT INTO possible_duplicates (claim, at) VALUES (?, ?)', seq, at);
    return changed > 0;
  },

  remove: (seq: number): void => {
    connection.run('DELETE FROM replays WHERE seq = ?', seq);
  },
});

/** Claims with the owner's last signs of life; a condition follows. */
export const claimSelection = `SELECT r.*, o.heard_at AS owner_heard_at, o.lease_ends AS owner_lease_ends, o.facts AS owner_facts
  FROM replays r LEFT JOIN owners o ON o.id = r.owner WHERE`;

const insertion = `INSERT INTO replays
  (scope, principal, operation, arguments_digest, first_used_at, started_at, lease_ends, bound_at, retention_ms,
    expires_at, owner)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
