import { quietly } from '@recourse/contract/quietly';
import type { Call } from '../../call/call.ts';
import { describeCause } from './describe-cause.ts';
import { createRecordIds } from './record-ids.ts';
import { recordedCallOf } from './recorded-call.ts';
import { unrepeatable } from './recorded-code.ts';
import type { RecordOptions } from './recording.ts';
import { timestamp } from './timestamp.ts';

const randomIds = createRecordIds();

/**
 * Logs an error that a handler left behind: thrown in a timer or an abort listener, or the rejection of a promise
 * without a handler. The call has its own outcome. False if there is no logger.
 */
export const recordStrayError = (call: Call, thrown: unknown, options: RecordOptions): boolean => {
  const { logger, now = Date.now, ids = randomIds } = options;
  if (!logger) return false;
  const { operation, principal } = call.state;
  const { trace_id, span_id } = call.state.trace ?? { trace_id: ids.trace(), span_id: ids.span() };
  const at = now();
  quietly(() =>
    logger.log({
      ts: timestamp(at),
      level: 'error',
      event: 'stray_error',
      tool: recordedCallOf(call).tool,
      ...(operation !== undefined && { operation }),
      ...(principal !== undefined && { principal }),
      ok: false,
      message: 'An error escaped from the handler; the outcome of the call is not affected',
      elapsed_ms: Math.max(0, at - call.started_at),
      correlation_id: call.correlation_id,
      trace_id,
      span_id,
      cause: describeCause(thrown, unrepeatable(call.state)),
    }),
  );
  return true;
};
