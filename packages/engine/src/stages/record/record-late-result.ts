import type { Call } from '../../call/call.ts';
import type { CallEvent } from './call-event.ts';
import { callData } from './event-data.ts';
import { quietly } from './quietly.ts';
import { createRecordIds } from './record-ids.ts';
import { recordedCallOf } from './recorded-call.ts';
import type { RecordOptions } from './recording.ts';
import { timestamp } from './timestamp.ts';

const randomIds = createRecordIds();

/**
 * Puts on record that a handler finished after its call was answered. Nobody was told, but it may be the only trace
 * of an effect that was reported as unknown. The event says `late`, so that no call is counted twice.
 */
export const recordLateResult = (call: Call, late: 'success' | 'failure', options: RecordOptions): void => {
  const { events, logger, now = Date.now, ids = randomIds } = options;
  const recorded = recordedCallOf(call);
  const { trace_id, span_id } = call.state.trace ?? { trace_id: ids.trace(), span_id: ids.span() };
  const { principal, operation } = call.state;
  const at = now();
  const event: CallEvent = {
    event_id: ids.event(),
    ts: timestamp(at),
    type: late === 'success' ? 'TOOL_CALL_FINISHED' : 'TOOL_CALL_FAILED',
    trace_id,
    span_id,
    subject: null,
    principal: principal ?? null,
    tool: recorded.tool,
    code: null,
    effect: null,
    elapsed_ms: null,
    data: { ...callData(recorded), ...(operation !== undefined && { operation }), late: true },
  };
  quietly(() => events?.push(() => event));
  quietly(() =>
    logger?.log({
      ts: event.ts,
      level: 'warn',
      event: 'late_result',
      tool: event.tool,
      ...(operation !== undefined && { operation }),
      ...(principal !== undefined && { principal }),
      ok: late === 'success',
      message: 'The handler finished after its call was answered; its result was discarded',
      elapsed_ms: Math.max(0, at - call.started_at),
      correlation_id: call.correlation_id,
      trace_id,
      span_id,
    }),
  );
};
