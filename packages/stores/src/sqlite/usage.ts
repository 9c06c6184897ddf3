import { usageOf } from '../decisions/quota-usage.ts';
import type { UsageRow } from '../decisions/quota-usage.ts';
import { mostListedQuotas } from '../ports/usage.ts';
import type { Usage } from '../ports/usage.ts';
import type { SqliteContext } from './context.ts';

export const createSqliteUsage = ({ database, now }: SqliteContext): Usage => ({
  list: ({ principal = null } = {}) =>
    database.read(() => {
      const at = now();
      return usageOf(database.connection.rows<UsageRow>(selection, at, principal, mostListedQuotas), at);
    }),
});

/** Only the calls of windows that are listed are counted. */
const selection = `
  SELECT w.principal, w.operation, w.metric, w.key, w.window_ms, w.granted_until,
    (SELECT coalesce(sum(c.calls), 0) FROM quota_calls c WHERE c.window = w.id AND c.at > ?1 - w.window_ms) AS calls,
    (SELECT min(c.at) FROM quota_calls c WHERE c.window = w.id AND c.at > ?1 - w.window_ms) AS oldest
  FROM quota_windows w
  WHERE (w.counted > 0 OR w.granted_until > ?1) AND (?2 IS NULL OR w.principal = ?2)
  ORDER BY w.principal, w.operation, w.metric, w.key, w.window_ms LIMIT ?3`;
