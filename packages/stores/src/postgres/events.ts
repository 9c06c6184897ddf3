import type { JsonObject } from '@recourse/contract';
import { defaultEventLimit } from '../ports/event-log.ts';
import type { EventLog, LoggedEvent } from '../ports/event-log.ts';
import type { PostgresChain, ReadMark } from './chain.ts';
import type { PostgresContext } from './context.ts';
import { renderEvent } from './event-row.ts';

export const createPostgresEvents = ({ database, now }: PostgresContext, chain: PostgresChain): EventLog => ({
  durable: true,
  transaction: database,
  deliver: async (events) => {
    if (events.length === 0) return;
    const given = JSON.stringify(events.map(renderEvent));
    await chain.advance(
      await database.rows<ReadMark>('deliver', 'SELECT * FROM $schema.deliver($1, $2)', [given, now()]),
    );
  },
  read: async ({ after, since, code, tool, principal, limit = defaultEventLimit } = {}) => {
    const cells = [after ?? null, since ?? null, code ?? null, tool ?? null, principal ?? null, limit];
    const order = after === undefined ? 'DESC' : 'ASC';
    const name = `events_${order.toLowerCase()}`;
    const rows = await database.rows<StoredEvent>(name, `${selection} ORDER BY position ${order} LIMIT $6`, cells);
    const events = rows.map((row): LoggedEvent => ({ ...row, data: JSON.parse(row.data) as JsonObject }));
    return order === 'ASC' ? events : events.reverse();
  },
});

type StoredEvent = Omit<LoggedEvent, 'data'> & { readonly data: string };

const selection = `SELECT position, event_id, ts, type, trace_id, span_id, subject, principal, tool, code, effect,
    elapsed_ms, data
  FROM $schema.events
  WHERE ($1::bigint IS NULL OR position > $1) AND ($2::text IS NULL OR ts >= $2)
    AND ($3::text IS NULL OR code = $3) AND ($4::text IS NULL OR tool = $4)
    AND ($5::text IS NULL OR principal = $5)`;
