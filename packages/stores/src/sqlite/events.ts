import { defaultEventLimit } from '../ports/event-log.ts';
import type { EventLog, EventQuery, LoggedEvent } from '../ports/event-log.ts';
import { createAppender } from './append-events.ts';
import type { Rest } from './append-events.ts';
import type { Cell } from './connection.ts';
import type { SqliteContext } from './context.ts';

/** A full delivery is written in parts, so that other decisions need not wait for all of it. */
const eventsAtOnce = 100;

export const createSqliteEvents = (context: SqliteContext): EventLog => {
  const { database } = context;
  const { connection } = database;
  const append = createAppender(context);

  return {
    durable: true,
    transaction: database,
    deliver: async (events) => {
      const parts = Array.from({ length: Math.ceil(events.length / eventsAtOnce) }, (_, part) =>
        events.slice(part * eventsAtOnce, (part + 1) * eventsAtOnce),
      );
      await Promise.all(parts.map((part) => database.write(() => append(part))));
    },
    read: (query = {}) =>
      database.read(() => {
        const { where, cells } = conditionsOf(query);
        const order = query.after === undefined ? 'DESC' : 'ASC';
        const rows = connection.rows<StoredEvent>(
          `SELECT position, event_id, ts, principal, tool, code, rest FROM events ${where} ORDER BY position ${order} LIMIT ?`,
          ...cells,
          query.limit ?? defaultEventLimit,
        );
        const events = rows.map(eventOf);
        return order === 'ASC' ? events : events.reverse();
      }),
  };
};

/** An event as it is stored. */
export type StoredEvent = Pick<LoggedEvent, 'position' | 'event_id' | 'ts' | 'principal' | 'tool' | 'code'> & {
  readonly rest: string;
};

export const eventOf = ({ rest, ...event }: StoredEvent): LoggedEvent => {
  const [type, trace_id, span_id, subject, effect, elapsed_ms, data] = JSON.parse(rest) as Rest;
  return { ...event, type, trace_id, span_id, subject, effect, elapsed_ms, data };
};

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
