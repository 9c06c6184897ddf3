import type { Outcome } from '@recourse/contract';
import type { CallEvent } from './call-event.ts';
import { outcomeData } from './event-data.ts';
import { createRecordIds } from './record-ids.ts';
import type { RecordedCall } from './recorded-call.ts';
import { unrepeatable } from './recorded-code.ts';
import { recordedSubject } from './recorded-subject.ts';
import type { RecordOptions } from './recording.ts';
import { timestamp } from './timestamp.ts';

const randomIds = createRecordIds();

/** The event of an outcome that came after its caller was answered. */
export const lateEvent = (call: RecordedCall, outcome: Outcome, options: RecordOptions): CallEvent => {
  const { now = Date.now, ids = randomIds } = options;
  const { principal, trace } = call.state;
  const at = now();
  const values = outcome.ok ? [] : unrepeatable(call.state);
  return {
    event_id: ids.event(),
    ts: timestamp(at),
    type: outcome.ok ? 'TOOL_CALL_FINISHED' : 'TOOL_CALL_FAILED',
    trace_id: trace?.trace_id ?? ids.trace(),
    span_id: trace?.span_id ?? ids.span(),
    subject: recordedSubject(call.state, outcome, values),
    principal: principal ?? null,
    tool: call.tool,
    code: outcome.ok ? null : outcome.code,
    effect: outcome.ok ? null : outcome.effect,
    elapsed_ms: Math.max(0, at - call.started_at),
    data: { ...outcomeData(call, outcome, { values, arguments: options.arguments ?? 'none' }), late: true },
  };
};
