import { judgeApproval } from '../decisions/judge-approval.ts';
import { mostPending, pendingOf, rangeOf } from '../decisions/pending-approval.ts';
import type { PendingRow } from '../decisions/pending-approval.ts';
import type { Approvals, DecisionResult, DenialBy } from '../ports/approvals.ts';
import type { SealedCells, SqliteContext } from './context.ts';
import { sealedOf } from './context.ts';

type Row = PendingRow & SealedCells;

export const createSqliteApprovals = ({ database, sealer, now }: SqliteContext): Approvals => {
  const { connection } = database;
  const read = (row: Row) => pendingOf(row, sealedOf(row), sealer, now());

  const decide = (reference: string, wanted: 'approved' | 'denied', by: DenialBy): Promise<DecisionResult> =>
    database.write(() => {
      const [from, to] = rangeOf(reference);
      const rows = connection.rows<Row>('SELECT * FROM tokens WHERE digest BETWEEN ? AND ? LIMIT 2', from, to);
      const result = judgeApproval(rows, wanted, now());
      const [row] = rows;
      if (row && result === wanted) {
        connection.run(
          `UPDATE tokens SET ${wanted}_at = ?, decided_by = ?, reason = ? WHERE digest = ?`,
          now(),
          by.decided_by ?? null,
          by.reason ?? null,
          row.digest,
        );
      }
      return result;
    });

  return {
    list: () =>
      database.read(() =>
        connection.rows<Row>(`${pending} ORDER BY issued_at, seq LIMIT ?`, now(), mostPending).map(read),
      ),
    find: (reference) =>
      database.read(() => {
        const [row, another] = connection.rows<Row>(
          `${pending} AND digest BETWEEN ? AND ? LIMIT 2`,
          now(),
          ...rangeOf(reference),
        );
        return row && !another ? read(row) : undefined;
      }),
    approve: (reference, decision = {}) => decide(reference, 'approved', decision),
    deny: (reference, decision = {}) => decide(reference, 'denied', decision),
  };
};

const pending = `SELECT * FROM tokens
  WHERE expires_at > ? AND consumed_at IS NULL AND approved_at IS NULL AND denied_at IS NULL`;
