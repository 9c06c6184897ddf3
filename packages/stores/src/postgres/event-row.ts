import type { CallEvent } from '@recourse/engine/events';
import { digestOfRow } from './chained-events.ts';
import type { EventRow } from './chained-events.ts';
import { withoutNul } from './context.ts';

/** An event as the functions of the schema take it: its columns, and their digest. */
export const renderEvent = (event: CallEvent): EventRow & { readonly digest: string } => {
  const row: EventRow = {
    event_id: withoutNul(event.event_id),
    ts: withoutNul(event.ts),
    type: event.type,
    trace_id: withoutNul(event.trace_id),
    span_id: withoutNul(event.span_id),
    subject: event.subject === null ? null : withoutNul(event.subject),
    principal: event.principal === null ? null : withoutNul(event.principal),
    tool: withoutNul(event.tool),
    code: event.code === null ? null : withoutNul(event.code),
    effect: event.effect,
    elapsed_ms: event.elapsed_ms,
    data: withoutNul(JSON.stringify(event.data)),
  };
  return { ...row, digest: digestOfRow(row) };
};
