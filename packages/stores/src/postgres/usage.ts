import { usageOf } from '../decisions/quota-usage.ts';
import type { UsageRow } from '../decisions/quota-usage.ts';
import { mostListedQuotas } from '../ports/usage.ts';
import type { Usage } from '../ports/usage.ts';
import type { PostgresContext } from './context.ts';
import { withoutNul } from './context.ts';

type Row = UsageRow & { readonly decided_at: number };

export const createPostgresUsage = ({ database, now }: PostgresContext): Usage => ({
  list: async ({ principal } = {}) => {
    const wanted = principal === undefined ? null : withoutNul(principal);
    const rows = await database.rows<Row>('usage', selection, [now(), wanted, mostListedQuotas]);
    return usageOf(rows, rows[0]?.decided_at ?? 0);
  },
});

/** Only the calls of windows that are listed are counted. */
const selection = `
  WITH listed AS (
    SELECT clock.decided_at, w.* FROM $schema.quota_windows w, (SELECT $schema.at($1) AS decided_at OFFSET 0) clock
    WHERE (w.counted > 0 OR w.granted_until > clock.decided_at) AND ($2::text IS NULL OR w.principal = $2)
    ORDER BY w.principal COLLATE "C", w.operation COLLATE "C", w.metric COLLATE "C", w.key COLLATE "C", w.window_ms
    LIMIT $3
  )
  SELECT listed.*, counted_calls.calls, counted_calls.oldest
  FROM listed, LATERAL (
    SELECT count(*) AS calls, min(c.at) AS oldest FROM $schema.quota_calls c
    WHERE c.window_name = listed.name AND c.at > listed.decided_at - listed.window_ms
  ) counted_calls
  ORDER BY listed.principal COLLATE "C", listed.operation COLLATE "C", listed.metric COLLATE "C",
    listed.key COLLATE "C", listed.window_ms`;
