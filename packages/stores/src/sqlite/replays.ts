import type { Claim, ClaimRequest, Replays } from '@recourse/engine';
import { judgeClaim } from '../decisions/judge-claim.ts';
import type { ReplayRow } from '../decisions/judge-claim.ts';
import { digestOfTuple } from '../sealing/digest.ts';
import { readOutcome, sealOutcome } from '../sealing/stored-outcome.ts';
import type { SealedCells, SqliteContext } from './context.ts';
import { sealedOf } from './context.ts';

type Row = ReplayRow & SealedCells & { readonly seq: number };

/** A claim that nobody settles is kept for its retention after its lease, so that a lost call stays known as lost. */
export const createSqliteReplays = ({ database, sealer, now, most }: SqliteContext): Replays => {
  const { connection } = database;

  const claim = (request: ClaimRequest): Claim => {
    const { principal, operation, key, digest, leaseMs, retentionMs } = request;
    const scope = digestOfTuple(principal, operation, key);
    const at = now();
    const known = connection.row<Row>('SELECT * FROM replays WHERE scope = ?', scope);
    if (known) {
      const answer = judgeClaim(known, request, at, () => outcomeOf(known));
      if (answer) return answer;
      connection.run('DELETE FROM replays WHERE seq = ?', known.seq);
    }
    const inserted = connection.row<{ seq: number }>(
      `INSERT INTO replays
         (scope, principal, operation, arguments_digest, first_used_at, lease_ends, retention_ms, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
      scope,
      principal,
      operation,
      digest,
      at,
      at + leaseMs,
      retentionMs,
      at + leaseMs + retentionMs,
    );
    const seq = inserted?.seq ?? 0;
    connection.run('DELETE FROM replays WHERE seq <= ? AND settled_at IS NOT NULL', seq - most.outcomes);
    return { state: 'claimed', id: String(seq) };
  };

  const outcomeOf = (row: Row) => {
    const sealed = sealedOf(row);
    return sealed && readOutcome(sealer, sealed, String(row.seq));
  };

  /** An id that another has taken over names no row any more. */
  const change = async (
    assignments: string,
    id: string,
    ...cells: readonly (string | number | null | Uint8Array)[]
  ) => {
    await database.write(() => connection.run(`UPDATE replays SET ${assignments} WHERE seq = ?`, ...cells, Number(id)));
  };

  return {
    claim: (request) => database.write(() => claim(request)),
    begin: (id, leaseMs) => {
      const at = now();
      return change(`started_at = ?, ${lease}`, id, at, at + leaseMs, at + leaseMs);
    },
    renew: (id, leaseMs) => {
      const ends = now() + leaseMs;
      return change(lease, id, ends, ends);
    },
    settle: (id, outcome) => {
      const at = now();
      const { sealed_by = null, sealed = null } = sealOutcome(sealer, outcome, id) ?? {};
      const assignments = 'settled_at = ?, expires_at = retention_ms + ?, sealed_by = ?, sealed = ?';
      return change(assignments, id, at, at, sealed_by, sealed);
    },
    release: async (id) => {
      await database.write(() => connection.run('DELETE FROM replays WHERE seq = ?', Number(id)));
    },
  };
};

const lease = 'lease_ends = ?, expires_at = retention_ms + ?';
