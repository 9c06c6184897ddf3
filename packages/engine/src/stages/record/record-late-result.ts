import type { Outcome } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import type { Call } from '../../call/call.ts';
import type { CallEvent } from './call-event.ts';
import { lateEvent } from './late-event.ts';
import type { LogLine } from './logger.ts';
import { recordedCallOf } from './recorded-call.ts';
import type { RecordOptions } from './recording.ts';
import { timestamp } from './timestamp.ts';

/**
 * Records the outcome of a handler that ended after its caller was answered. From now on it is what the key of the
 * call returns. The event says `late`, so that no call is counted twice. It may be committed with the outcome already.
 */
export const recordLateResult = (call: Call, outcome: Outcome, options: RecordOptions, isCommitted: boolean): void =>
  write(call, outcome, options, {
    isCommitted,
    event: 'late_result',
    message: 'The handler ended after its call had been answered',
  });

/** Records that a handler ended whose claim was replaced while it ran: its effect may have happened twice. */
export const recordPossibleDuplicate = (call: Call, outcome: Outcome, options: RecordOptions): void =>
  write(call, outcome, options, {
    type: 'EFFECT_POSSIBLY_DUPLICATED',
    isCommitted: false,
    event: 'possible_duplicate',
    message:
      'The idempotency key of the call was reopened while its handler was running: the call may have taken effect twice',
  });

interface Wording {
  readonly type?: CallEvent['type'];
  readonly isCommitted: boolean;
  readonly event: LogLine['event'];
  readonly message: string;
}

const write = (call: Call, outcome: Outcome, options: RecordOptions, wording: Wording): void => {
  const { events, logger, now = Date.now } = options;
  const recorded = recordedCallOf(call);
  const { type, event, message, isCommitted } = wording;
  if (!isCommitted) {
    quietly(() => {
      const written = { ...lateEvent(recorded, outcome, options), ...(type && { type }) };
      events?.push(() => written);
    });
  }
  const { principal, operation, trace } = call.state;
  const at = now();
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
      elapsed_ms: Math.max(0, at - call.started_at),
      correlation_id: call.correlation_id,
      trace_id: trace?.trace_id ?? '',
      span_id: trace?.span_id ?? '',
    }),
  );
};
