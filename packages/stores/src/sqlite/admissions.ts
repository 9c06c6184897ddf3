import { hadEffect } from '@recourse/engine/store-ports';
import type {
  Admission,
  AdmissionRequest,
  Admissions,
  Admitted,
  Ended,
  Ending,
  NotAdmitted,
  Standing,
} from '@recourse/engine/store-ports';
import type { Sealed } from '@recourse/engine/sealing';
import { judgeClaim, never } from '../decisions/judge-claim.ts';
import type { AdmissionLimit } from '../limiting/admission-limit.ts';
import type { Owner } from '../owners/create-owner.ts';
import { digestOfTuple } from '../sealing/digest.ts';
import { readOutcome, sealOutcome } from '../sealing/stored-outcome.ts';
import { keptAfterExpiryMs } from '../sweeping/create-sweeper.ts';
import { createSqliteClaims } from './claims.ts';
import type { ClaimRow } from './claims.ts';
import { createSqliteConfirmations } from './confirmations.ts';
import type { SqliteContext } from './context.ts';
import { sealedOf } from './context.ts';
import { createJoinedEvents } from './joined-events.ts';
import { createSqliteQuotas } from './quotas.ts';
import type { Transaction } from './transaction.ts';

type Claiming = NonNullable<AdmissionRequest['claim']>;

/**
 * The transactions around the handlers of one file. A claim's number is its fencing number: it grows, and survives a
 * release.
 */
export const createSqliteAdmissions = (context: SqliteContext, owner: Owner, limit: AdmissionLimit): Admissions => {
  const { database, sealer, now, most } = context;
  const { connection } = database;
  const claims = createSqliteClaims(connection, now);
  const quotas = createSqliteQuotas(context);
  const confirmations = createSqliteConfirmations(context);
  const join = createJoinedEvents(context);

  const outcomeOf = (row: ClaimRow) => {
    const sealed = sealedOf(row);
    return sealed && readOutcome(sealer, sealed, String(row.seq));
  };
  const scopeOf = ({ principal, operation, key }: Claiming): string => digestOfTuple(principal, operation, key);

  const find = (claim: Claiming) => {
    const row = claims.findByScope(scopeOf(claim));
    return { row, key: row && judgeClaim(row, claim, now(), () => outcomeOf(row)) };
  };

  const judgeQuotas = (transaction: Transaction, requests: AdmissionRequest['quotas']) => {
    const standings: Standing[] = [];
    for (const [quota, request] of requests.entries()) {
      const standing = quotas.judge(transaction, request, requests.slice(0, quota));
      if (standing.over === 'stop') return { state: 'stopped', quota, standing } as const;
      standings.push(standing);
    }
    return standings;
  };

  const judgeConfirmation = ({ confirmation }: AdmissionRequest, standings: readonly Standing[]) => {
    const isPaused = standings.some(({ over }) => over === 'pause');
    if (!isPaused && !confirmation?.required) return undefined;
    const judged = confirmation && confirmations.judge(confirmation);
    if (!judged) return { state: 'unconfirmed', standings } satisfies NotAdmitted;
    return 'seq' in judged ? judged : ({ state: 'refused', refusal: judged, standings } satisfies NotAdmitted);
  };

  /** Judges the confirmation. A call that takes a lost claim over may bring the one that began it. */
  const judgeTakeover = (request: AdmissionRequest, standings: readonly Standing[], lost: number) => {
    connection.run('SAVEPOINT takeover');
    confirmations.restoreLost(lost);
    const judged = judgeConfirmation(request, standings);
    if (judged && 'state' in judged) connection.run('ROLLBACK TO takeover');
    connection.run('RELEASE takeover');
    return judged;
  };

  /** Judges everything before it writes anything that a refusal would have to take back. */
  const admit = (transaction: Transaction, request: AdmissionRequest, ownerId: number): Admission => {
    const { claim, boundMs } = request;
    const known = claim && find(claim);
    if (known?.key) return { state: 'key', key: known.key };
    const standings = judgeQuotas(transaction, request.quotas);
    if ('state' in standings) return standings;
    const lost = known?.row && known.row.expires_at > now() ? known.row.seq : undefined;
    const token = lost === undefined ? judgeConfirmation(request, standings) : judgeTakeover(request, standings, lost);
    if (token && 'state' in token) return token;
    if (known?.row) claims.remove(known.row.seq);
    const place = claim
      ? { scope: scopeOf(claim), ...claim }
      : token && {
          scope: `confirmation ${token.digest}`,
          principal: token.principal,
          operation: token.operation,
          digest: token.arguments_digest,
          retentionMs: keptAfterExpiryMs,
        };
    const seq = place && claims.insert({ ...place, boundMs, leaseMs: owner.leaseMs, ownerId });
    if (seq !== undefined) connection.run(dropOldest, seq - most.outcomes, never);
    const reservations = request.quotas.map((quota, index) => ({
      ...(standings[index] as Standing),
      id: quotas.count(transaction, quota),
    }));
    if (token && seq !== undefined) {
      confirmations.consume(token.seq, seq);
      for (const [index, { over }] of standings.entries()) {
        const quota = request.quotas[index];
        if (over === 'pause' && quota) quotas.grant(transaction, quota);
      }
    }
    return join<Admitted>(transaction, request.events, {
      state: 'admitted',
      ...(seq !== undefined && { claim: String(seq) }),
      ...(token && { confirmation: String(token.seq) }),
      reservations,
      recorded: true,
    });
  };

  const end = (transaction: Transaction, ending: Ending, sealed: Sealed | undefined): Ended => {
    const { claim, confirmation, outcome, giveBack, events } = ending;
    for (const id of giveBack) quotas.giveBack(transaction, id);
    const isKept = hadEffect(outcome);
    const restored =
      !isKept && confirmation !== undefined && confirmations.restore(Number(confirmation), Number(claim));
    const settled = claim === undefined || !isKept || claims.settle(Number(claim), outcome, sealed);
    if (claim !== undefined && !isKept) claims.remove(Number(claim));
    return join(transaction, events, { settled, restored, recorded: true });
  };

  return {
    transaction: database,
    find: (claim) => database.read(() => find(claim).key),
    admit: (request) =>
      limit.wait(async () => {
        const ownerId = request.claim || request.confirmation ? await owner.ready() : 0;
        return database.admit((transaction) => admit(transaction, request, ownerId), limit);
      }),
    end: (ending) => {
      const { claim, outcome } = ending;
      // Sealed before the lock is taken, so that no other writer waits for it.
      const sealed = claim !== undefined && hadEffect(outcome) ? sealOutcome(sealer, outcome, claim) : undefined;
      return database.write((transaction) => end(transaction, ending, sealed));
    },
    overload: () => limit.overload(),
    owns: (id) => database.read(() => connection.row(owning, Number(id)) !== undefined),
  };
};

const owning = 'SELECT 1 FROM replays WHERE seq = ? AND settled_at IS NULL';
/** Drops the oldest outcomes. The plus sign keeps SQLite from using the index on the expiry, which holds every row. */
export const dropOldest = 'DELETE FROM replays WHERE seq <= ? AND +expires_at < ?';
