import type { Claim, ClaimRequest, Replays } from '@recourse/engine';
import { judgeClaim } from '../decisions/judge-claim.ts';
import type { ReplayRow } from '../decisions/judge-claim.ts';
import { digestOfTuple } from '../sealing/digest.ts';
import { readOutcome, sealOutcome } from '../sealing/stored-outcome.ts';
import type { PostgresContext, SealedCells } from './context.ts';
import { sealedOf, withoutNul } from './context.ts';

type Row = ReplayRow &
  SealedCells & { readonly seq: number; readonly claimed: number | null; readonly decided_at: number };

/** A claim that nobody settles is kept for its retention after its lease, so that a lost call stays known as lost. */
export const createPostgresReplays = ({ database, sealer, now, most }: PostgresContext): Replays => {
  const claim = async (request: ClaimRequest): Promise<Claim> => {
    const { principal, operation, key, digest, leaseMs, retentionMs, idempotent } = request;
    const [row] = await database.rows<Row>('claim', claiming, [
      digestOfTuple(principal, operation, key),
      withoutNul(principal),
      withoutNul(operation),
      digest,
      leaseMs,
      retentionMs,
      idempotent,
      most.outcomes,
      now(),
    ]);
    if (row && row.claimed !== null) return { state: 'claimed', id: String(row.claimed) };
    const answer = row && judgeClaim(row, request, row.decided_at, () => outcomeOf(row));
    if (!answer) throw new Error('The store and its adapter disagree about a claim');
    return answer;
  };

  const outcomeOf = (row: Row) => {
    const sealed = sealedOf(row);
    return sealed && readOutcome(sealer, sealed, String(row.seq));
  };

  return {
    claim,
    begin: async (id, leaseMs) => {
      await database.rows('begin', begin, [id, leaseMs, now()]);
    },
    renew: async (id, leaseMs) => {
      await database.rows('renew', renew, [id, leaseMs, now()]);
    },
    settle: async (id, outcome) => {
      const { sealed_by = null, sealed = null } = sealOutcome(sealer, outcome, id) ?? {};
      await database.rows('settle', settle, [id, sealed_by, sealed, now()]);
    },
    release: async (id) => {
      await database.rows('release', 'DELETE FROM $schema.replays WHERE seq = $1', [id]);
    },
  };
};

const claiming = 'SELECT decided_at, claimed, (known).* FROM $schema.claim($1, $2, $3, $4, $5, $6, $7, $8, $9)';

const lease = `lease_ends = clock.decided_at + $2, expires_at = clock.decided_at + $2 + retention_ms
  FROM (SELECT $schema.at($3) AS decided_at OFFSET 0) clock WHERE seq = $1`;
const begin = `UPDATE $schema.replays SET started_at = clock.decided_at, ${lease}`;
const renew = `UPDATE $schema.replays SET ${lease}`;

const settle = `UPDATE $schema.replays
  SET settled_at = clock.decided_at, expires_at = clock.decided_at + retention_ms, sealed_by = $2, sealed = $3
  FROM (SELECT $schema.at($4) AS decided_at OFFSET 0) clock WHERE seq = $1`;
