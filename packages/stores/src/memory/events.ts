import { defaultEventLimit } from '../ports/event-log.ts';
import type { EventLog, EventQuery, LoggedEvent } from '../ports/event-log.ts';

/** The last events of one process. */
export const createMemoryEvents = (most: number): EventLog => {
  const events = new Map<string, LoggedEvent>();
  let last = 0;
  return {
    deliver: async (delivered) => {
      for (const event of delivered) {
        if (events.has(event.event_id)) continue;
        last += 1;
        events.set(event.event_id, { ...event, position: last });
      }
      for (const [id, { position }] of events) {
        if (position > last - most) break;
        events.delete(id);
      }
    },
    read: async (query = {}) => {
      const found = [...events.values()].filter((event) => isWanted(event, query));
      const limit = query.limit ?? defaultEventLimit;
      return query.after === undefined ? found.slice(Math.max(0, found.length - limit)) : found.slice(0, limit);
    },
  };
};

const isWanted = (event: LoggedEvent, { after, since, code, tool, principal }: EventQuery): boolean =>
  (after === undefined || event.position > after) &&
  (since === undefined || event.ts >= since) &&
  (code === undefined || event.code === code) &&
  (tool === undefined || event.tool === tool) &&
  (principal === undefined || event.principal === principal);
