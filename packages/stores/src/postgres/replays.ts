import type { Claim, ClaimRequest, Replays } from '@recourse/engine';
import { judgeClaim } from '../decisions/judge-claim.ts';
import type { ReplayRow } from '../decisions/judge-claim.ts';
import type { Owner } from '../owners/create-owner.ts';
import { digestOfTuple } from '../sealing/digest.ts';
import { readOutcome, sealOutcome } from '../sealing/stored-outcome.ts';
import type { PostgresContext, SealedCells } from './context.ts';
import { sealedOf, withoutNul } from './context.ts';

type Row = ReplayRow & SealedCells & { readonly claimed: number | null; readonly decided_at: number };

/** The keys of one schema. A row's number is its claim's fencing number: it grows, and survives a release. */
export const createPostgresReplays = ({ database, sealer, now, most }: PostgresContext, owner: Owner): Replays => {
  const claim = async (request: ClaimRequest, gone: number | null): Promise<Claim> => {
    const { principal, operation, key, digest, retentionMs, boundMs, idempotent, reopen } = request;
    const [row] = await database.rows<Row>('claim', claiming, [
      digestOfTuple(principal, operation, key),
      withoutNul(principal),
      withoutNul(operation),
      digest,
      await owner.ready(),
      owner.leaseMs,
      boundMs,
      retentionMs,
      idempotent,
      reopen === undefined ? null : Number(reopen),
      gone,
      most.outcomes,
      now(),
    ]);
    if (!row) throw new Error('The store has answered nothing');
    if (row.claimed !== null) return { state: 'claimed', id: String(row.claimed) };
    const answer = judgeClaim(row, request, row.decided_at, () => outcomeOf(row));
    if (answer) return answer;
    if (gone === row.seq) throw new Error('The store and its adapter disagree about a claim');
    // Only this side can tell that the owner is gone.
    return claim(request, row.seq);
  };

  const outcomeOf = (row: Row) => {
    const sealed = sealedOf(row);
    return sealed && readOutcome(sealer, sealed, String(row.seq));
  };

  return {
    transaction: database,
    claim: (request) => claim(request, null),
    begin: async (id) => {
      await database.rows('begin', 'UPDATE $schema.replays SET started_at = $schema.at($2) WHERE seq = $1', [
        id,
        now(),
      ]);
    },
    settle: async (id, outcome) => {
      const { sealed_by = null, sealed = null } = sealOutcome(sealer, outcome, id) ?? {};
      const cells = [id, outcome.ok ? 'applied' : outcome.effect, sealed_by, sealed, now()];
      const [row] = await database.rows<{ settle: boolean }>('settle', settling, cells);
      return row?.settle ?? false;
    },
    release: async (id) => {
      await database.rows('release', 'DELETE FROM $schema.replays WHERE seq = $1', [id]);
    },
    owns: async (id) => (await database.rows('owns', owning, [id])).length > 0,
  };
};

const claiming = `SELECT decided_at, claimed, (known).*, (its_owner).heard_at AS owner_heard_at,
    (its_owner).lease_ends AS owner_lease_ends, (its_owner).facts AS owner_facts
  FROM $schema.claim($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
const settling = 'SELECT $schema.settle($1, $2, $3, $4, $5)';
const owning = 'SELECT 1 FROM $schema.replays WHERE seq = $1 AND settled_at IS NULL';
