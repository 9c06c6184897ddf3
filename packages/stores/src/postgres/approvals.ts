import { judgeApproval } from '../decisions/judge-approval.ts';
import { mostPending, pendingOf, rangeOf } from '../decisions/pending-approval.ts';
import type { PendingRow } from '../decisions/pending-approval.ts';
import type { Approvals, DecisionResult, DenialBy } from '../ports/approvals.ts';
import type { PostgresContext, SealedCells } from './context.ts';
import { sealedOf, withoutNul } from './context.ts';

type Row = PendingRow & SealedCells & { readonly decided_at: number };

export const createPostgresApprovals = ({ database, sealer, now }: PostgresContext): Approvals => {
  const read = (row: Row) => pendingOf(row, sealedOf(row), sealer, row.decided_at);

  const decide = async (reference: string, wanted: 'approved' | 'denied', by: DenialBy): Promise<DecisionResult> => {
    const rows = await database.rows<Row>('decide', decision, [
      ...rangeOf(reference),
      wanted === 'approved',
      by.decided_by === undefined ? null : withoutNul(by.decided_by),
      by.reason === undefined ? null : withoutNul(by.reason),
      now(),
    ]);
    return judgeApproval(rows, wanted, rows[0]?.decided_at ?? 0);
  };

  return {
    list: async () => {
      const rows = await database.rows<Row>('pending', `${pending} ORDER BY issued_at, seq LIMIT $2`, [
        now(),
        mostPending,
      ]);
      return rows.map(read);
    },
    find: async (reference) => {
      const sql = `${pending} AND digest BETWEEN $2 AND $3 LIMIT 2`;
      const [row, another] = await database.rows<Row>('find_pending', sql, [now(), ...rangeOf(reference)]);
      return row && !another ? read(row) : undefined;
    },
    approve: (reference, by = {}) => decide(reference, 'approved', by),
    deny: (reference, by = {}) => decide(reference, 'denied', by),
  };
};

const decision = 'SELECT decided_at, (token).* FROM $schema.decide($1, $2, $3, $4, $5, $6)';

const pending = `
  SELECT clock.decided_at, t.* FROM $schema.tokens t, (SELECT $schema.at($1) AS decided_at OFFSET 0) clock
  WHERE t.expires_at > clock.decided_at AND t.consumed_at IS NULL AND t.approved_at IS NULL AND t.denied_at IS NULL`;
