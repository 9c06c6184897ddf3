import type { Outcome } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import type { Call } from '../../call/call.ts';
import { sensitiveValues } from '../../redaction/sensitive-fields.ts';
import type { CallEvent } from './call-event.ts';
import { outcomeData } from './event-data.ts';
import type { LogLine } from './logger.ts';
import { createRecordIds } from './record-ids.ts';
import { recordedCallOf } from './recorded-call.ts';
import type { RecordOptions } from './recording.ts';
import { timestamp } from './timestamp.ts';

const randomIds = createRecordIds();

/**
 * Records the outcome of a handler that ended after its caller was answered. From now on it is what the key of the
 * call returns. The event says `late`, so that no call is counted twice.
 */
export const recordLateResult = (call: Call, outcome: Outcome, options: RecordOptions): void =>
  write(call, outcome, options, {
    type: outcome.ok ? 'TOOL_CALL_FINISHED' : 'TOOL_CALL_FAILED',
    event: 'late_result',
    message: 'The handler ended after its caller was answered',
  });

/** Records that a handler ended whose claim was replaced while it ran: its effect may have happened twice. */
export const recordPossibleDuplicate = (call: Call, outcome: Outcome, options: RecordOptions): void =>
  write(call, outcome, options, {
    type: 'EFFECT_POSSIBLY_DUPLICATED',
    event: 'possible_duplicate',
    message: 'The key of the call was reopened while its handler ran: the effect may have happened twice',
  });

interface Wording {
  readonly type: CallEvent['type'];
  readonly event: LogLine['event'];
  readonly message: string;
}

const write = (call: Call, outcome: Outcome, options: RecordOptions, { type, event, message }: Wording): void => {
  const { events, logger, now = Date.now, ids = randomIds } = options;
  const recorded = recordedCallOf(call);
  const { trace_id, span_id } = call.state.trace ?? { trace_id: ids.trace(), span_id: ids.span() };
  const { principal, operation, sensitive } = call.state;
  const at = now();
  const elapsed_ms = Math.max(0, at - call.started_at);
  const values = outcome.ok || !sensitive ? [] : sensitiveValues(call.state.arguments, sensitive);
  const shown = { values, arguments: options.arguments ?? 'none' };
  quietly(() => {
    const written: CallEvent = {
      event_id: ids.event(),
      ts: timestamp(at),
      type,
      trace_id,
      span_id,
      subject: null,
      principal: principal ?? null,
      tool: recorded.tool,
      code: outcome.ok ? null : outcome.code,
      effect: outcome.ok ? null : outcome.effect,
      elapsed_ms,
      data: { ...outcomeData(recorded, outcome, shown), late: true },
    };
    events?.push(() => written);
  });
  quietly(() =>
    logger?.log({
      ts: timestamp(at),
      level: 'warn',
      event,
      tool: recorded.tool,
      ...(operation !== undefined && { operation }),
      ...(principal !== undefined && { principal }),
      ok: outcome.ok,
      ...(!outcome.ok && { code: outcome.code, effect: outcome.effect }),
      message,
      elapsed_ms,
      correlation_id: call.correlation_id,
      trace_id,
      span_id,
    }),
  );
};
