import { mostRestores } from '@recourse/engine';
import type { Claim, ClaimRequest, Replays } from '@recourse/engine';
import { judgeClaim, never } from '../decisions/judge-claim.ts';
import type { Owner } from '../owners/create-owner.ts';
import { digestOfTuple } from '../sealing/digest.ts';
import { readOutcome, sealOutcome } from '../sealing/stored-outcome.ts';
import { createSqliteClaims } from './claims.ts';
import type { ClaimRow } from './claims.ts';
import type { SqliteContext } from './context.ts';
import { sealedOf } from './context.ts';

/** The keys of one file. A row's number is its claim's fencing number: it grows, and survives a release. */
export const createSqliteReplays = ({ database, sealer, now, most }: SqliteContext, owner: Owner): Replays => {
  const { connection } = database;
  const claims = createSqliteClaims(connection, now);

  const claim = (request: ClaimRequest, ownerId: number): Claim => {
    const { principal, operation, key, digest, retentionMs, boundMs } = request;
    const scope = digestOfTuple(principal, operation, key);
    const known = claims.findByScope(scope);
    if (known) {
      const answer = judgeClaim(known, request, now(), () => outcomeOf(known));
      if (answer) return answer;
      claims.remove(known.seq);
      // The lost call is made again, so the confirmation that began it is good for that.
      if (known.expires_at > now()) connection.run(restoring, mostRestores, now(), known.seq);
    }
    const place = { scope, principal, operation, digest };
    const seq = claims.insert({ ...place, retentionMs, boundMs, leaseMs: owner.leaseMs, ownerId });
    connection.run('DELETE FROM replays WHERE seq <= ? AND expires_at < ?', seq - most.outcomes, never);
    return { state: 'claimed', id: String(seq) };
  };

  const outcomeOf = (row: ClaimRow) => {
    const sealed = sealedOf(row);
    return sealed && readOutcome(sealer, sealed, String(row.seq));
  };

  return {
    transaction: database,
    claim: async (request) => {
      const ownerId = await owner.ready();
      return database.write(() => claim(request, ownerId));
    },
    begin: async (id) => {
      await database.write(() => claims.begin(Number(id)));
    },
    settle: (id, outcome) => {
      const sealed = sealOutcome(sealer, outcome, id);
      return database.write(() => claims.settle(Number(id), outcome, sealed));
    },
    release: async (id) => {
      await database.write(() => claims.remove(Number(id)));
    },
    owns: (id) =>
      database.read(
        () => connection.row('SELECT 1 FROM replays WHERE seq = ? AND settled_at IS NULL', Number(id)) !== undefined,
      ),
  };
};

const restoring = `UPDATE tokens SET consumed_at = NULL, claim = NULL, restores = restores + 1,
    found_by_call = (shared = 1 OR approved_at IS NOT NULL)
  WHERE restores < ? AND expires_at > ? AND claim = ?`;
