import type { CallEvent } from '@recourse/engine';
import type { JsonObject } from '@recourse/contract';
import { defaultEventLimit } from '../ports/event-log.ts';
import type { EventLog, EventQuery, LoggedEvent } from '../ports/event-log.ts';
import type { Cell } from './connection.ts';
import type { SqliteContext } from './context.ts';

const columns = [
  'event_id',
  'ts',
  'type',
  'trace_id',
  'span_id',
  'subject',
  'principal',
  'tool',
  'code',
  'effect',
  'elapsed_ms',
  'data',
] as const;
/** A full delivery is written in parts, so that other decisions need not wait for all of it. */
const eventsAtOnce = 100;

export const createSqliteEvents = ({ database, most }: SqliteContext): EventLog => {
  const { connection } = database;

  const insert = (events: readonly CallEvent[]): void => {
    connection.run(insertion, JSON.stringify(events.map((event) => ({ ...event, data: JSON.stringify(event.data) }))));
    const last = connection.row<{ last: number | null }>('SELECT max(position) AS last FROM events')?.last ?? 0;
    connection.run('DELETE FROM events WHERE position <= ?', last - most.events);
  };

  return {
    durable: true,
    deliver: async (events) => {
      const parts = Array.from({ length: Math.ceil(events.length / eventsAtOnce) }, (_, part) =>
        events.slice(part * eventsAtOnce, (part + 1) * eventsAtOnce),
      );
      await Promise.all(parts.map((part) => database.write(() => insert(part))));
    },
    read: (query = {}) =>
      database.read(() => {
        const { where, cells } = conditionsOf(query);
        const order = query.after === undefined ? 'DESC' : 'ASC';
        const rows = connection.rows<StoredEvent>(
          `SELECT * FROM events ${where} ORDER BY position ${order} LIMIT ?`,
          ...cells,
          query.limit ?? defaultEventLimit,
        );
        const events = rows.map((row): LoggedEvent => ({ ...row, data: JSON.parse(row.data) as JsonObject }));
        return order === 'ASC' ? events : events.reverse();
      }),
  };
};

type StoredEvent = Omit<LoggedEvent, 'data'> & { readonly data: string };

/** One statement for many events: what it costs is mostly the way into the driver. */
const insertion = `INSERT OR IGNORE INTO events (${columns.join(', ')})
  SELECT ${columns.map((column) => `value ->> '${column}'`).join(', ')} FROM json_each(?) ORDER BY key`;

const conditionsOf = ({ after, since, code, tool, principal }: EventQuery) => {
  const given: readonly (readonly [string, Cell | undefined])[] = [
    ['position > ?', after],
    ['ts >= ?', since],
    ['code = ?', code],
    ['tool = ?', tool],
    ['principal = ?', principal],
  ];
  const used = given.filter((condition): condition is readonly [string, Cell] => condition[1] !== undefined);
  const where = used.length > 0 ? `WHERE ${used.map(([sql]) => sql).join(' AND ')}` : '';
  return { where, cells: used.map(([, cell]) => cell) };
};
