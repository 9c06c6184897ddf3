import { decisionEvent } from '../decisions/decision-event.ts';
import { judgeApproval } from '../decisions/judge-approval.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { mostPending, pendingOf } from '../decisions/pending-approval.ts';
import type { PendingRow } from '../decisions/pending-approval.ts';
import { parseReference } from '../decisions/token-text.ts';
import type { Approvals, DecisionResult, DenialBy } from '../ports/approvals.ts';
import type { PostgresChain } from './chain.ts';
import type { PostgresContext, SealedCells } from './context.ts';
import { sealedOf, withoutNul } from './context.ts';
import { renderEvent } from './event-row.ts';

type Row = PendingRow & SealedCells & { readonly decided_at: number };

export const createPostgresApprovals = (
  { database, tokenSealer, now }: PostgresContext,
  chain: PostgresChain,
): Approvals => {
  const read = (row: Row) => pendingOf(row, sealedOf(row), tokenSealer, row.decided_at);

  const decide = async (reference: string, wanted: 'approved' | 'denied', by: DenialBy): Promise<DecisionResult> => {
    const place = parseReference(reference);
    if (!place) return 'unknown';
    // The columns that the event names never change.
    const [known] = await database.rows<TokenRow>('named', named, [place.seq, place.digest]);
    if (!known) return 'unknown';
    const event = decisionEvent(known, wanted, { by, at: now() ?? Date.now() });
    const decided_by = withoutNul(by.decided_by);
    const [row] = await database.rows<Row>('decide', decision, [
      place.seq,
      place.digest,
      wanted === 'approved',
      decided_by,
      by.reason === undefined ? null : withoutNul(by.reason),
      JSON.stringify(renderEvent(event)),
      now(),
    ]);
    const result = judgeApproval(row, wanted, { now: row?.decided_at ?? 0, by: decided_by });
    if (result === wanted) await chain.seal();
    return result;
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
      const place = parseReference(reference);
      if (!place) return undefined;
      const sql = `${pending} AND t.seq = $2 AND starts_with(t.digest, $3)`;
      const [row] = await database.rows<Row>('find_pending', sql, [now(), place.seq, place.digest]);
      return row && read(row);
    },
    approve: (reference, by) => decide(reference, 'approved', by),
    deny: (reference, by) => decide(reference, 'denied', by),
  };
};

const decision = 'SELECT decided_at, (token).* FROM $schema.decide($1, $2, $3, $4, $5, $6, $7)';

const named = 'SELECT * FROM $schema.tokens t WHERE t.seq = $1 AND starts_with(t.digest, $2)';

const pending = `
  SELECT clock.decided_at, t.* FROM $schema.tokens t, (SELECT $schema.at($1) AS decided_at OFFSET 0) clock
  WHERE t.expires_at > clock.decided_at AND t.consumed_at IS NULL AND t.approved_at IS NULL AND t.denied_at IS NULL`;
