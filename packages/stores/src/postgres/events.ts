import type { JsonObject } from '@recourse/contract';
import type { CallEvent } from '@recourse/engine';
import { defaultEventLimit } from '../ports/event-log.ts';
import type { EventLog, LoggedEvent } from '../ports/event-log.ts';
import type { PostgresContext } from './context.ts';
import { withoutNul } from './context.ts';

export const createPostgresEvents = ({ database, most }: PostgresContext): EventLog => ({
  durable: true,
  deliver: async (events) => {
    if (events.length === 0) return;
    const given = JSON.stringify(events.map(rowOf));
    await database.rows('deliver', 'SELECT $schema.deliver($1, $2)', [given, most.events]);
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

const rowOf = (event: CallEvent): Readonly<Record<string, string | number | null>> =>
  Object.fromEntries(
    Object.entries({ ...event, data: JSON.stringify(event.data) }).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutNul(value) : value,
    ]),
  );

const selection = `SELECT * FROM $schema.events
  WHERE ($1::bigint IS NULL OR position > $1) AND ($2::text IS NULL OR ts >= $2)
    AND ($3::text IS NULL OR code = $3) AND ($4::text IS NULL OR tool = $4)
    AND ($5::text IS NULL OR principal = $5)`;
