import { decisionEvent } from '../decisions/decision-event.ts';
import { isMeant, judgeApproval } from '../decisions/judge-approval.ts';
import { mostPending, pendingOf } from '../decisions/pending-approval.ts';
import type { PendingRow } from '../decisions/pending-approval.ts';
import { parseReference } from '../decisions/token-text.ts';
import type { Approvals, DecisionResult, DenialBy } from '../ports/approvals.ts';
import { createAppender } from './append-events.ts';
import type { SealedCells, SqliteContext } from './context.ts';
import { sealedOf } from './context.ts';

type Row = PendingRow & SealedCells;

export const createSqliteApprovals = (context: SqliteContext): Approvals => {
  const { database, sealer, now } = context;
  const append = createAppender(context);
  const { connection } = database;
  const read = (row: Row) => pendingOf(row, sealedOf(row), sealer, now());

  const find = (reference: string): Row | undefined => {
    const place = parseReference(reference);
    const row = place && connection.row<Row>('SELECT * FROM tokens WHERE seq = ?', place.seq);
    return place && isMeant(row, place) ? row : undefined;
  };

  const decide = (reference: string, wanted: 'approved' | 'denied', by: DenialBy): Promise<DecisionResult> =>
    database.write(() => {
      const row = find(reference);
      const result = judgeApproval(row, wanted, { now: now(), by: by.decided_by });
      if (row && result === wanted) {
        connection.run(
          `UPDATE tokens SET ${wanted}_at = ?, decided_by = ?, reason = ?, found_by_call = 1 WHERE seq = ?`,
          now(),
          by.decided_by,
          by.reason ?? null,
          row.seq,
        );
        append([decisionEvent(row, wanted, { by, at: now() })]);
      }
      return result;
    });

  return {
    list: () => database.read(() => connection.rows<Row>(pending, now(), mostPending).map(read)),
    find: (reference) =>
      database.read(() => {
        const row = find(reference);
        return row && judgeApproval(row, 'approved', { now: now() }) === 'approved' ? read(row) : undefined;
      }),
    approve: (reference, decision) => decide(reference, 'approved', decision),
    deny: (reference, decision) => decide(reference, 'denied', decision),
  };
};

const pending = `SELECT * FROM tokens
  WHERE expires_at > ? AND consumed_at IS NULL AND approved_at IS NULL AND denied_at IS NULL
  ORDER BY issued_at, seq LIMIT ?`;
