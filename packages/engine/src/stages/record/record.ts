import { fromUnknown } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { defineStage, effectOf } from '../../pipeline/stage.ts';
import type { Stage } from '../../pipeline/stage.ts';
import { quietly } from './quietly.ts';
import { recordedCallOf } from './recorded-call.ts';
import { Recording, isRead } from './recording.ts';
import type { RecordOptions } from './recording.ts';
import { loadTelemetry, telemetry } from './telemetry.ts';

export type { RecordOptions } from './recording.ts';

/**
 * Puts every call on record, whoever made its outcome: an event when it begins and one when it ends, a span, a
 * duration and a log line. It changes nothing about a call, and no fault of a sink, logger or tracer reaches one; for a
 * durable sink a call waits, within a bound.
 */
export const record = (options: RecordOptions = {}): Stage =>
  defineStage('record', [], async (call, next) => {
    const loading = loadTelemetry();
    if (loading) await loading;
    if (!isRead(options)) return next(call);
    const recording = new Recording(recordedCallOf(call), options);
    recording.started();
    const { span } = recording;
    const told = telemetry();
    let outcome: Outcome;
    try {
      outcome = await (span && told ? told.runInSpan(span, () => next(call)) : next(call));
    } catch (thrown) {
      outcome = fromUnknown(thrown, { correlation_id: call.correlation_id, effect: effectOf(call) });
    }
    recording.ended(outcome);
    // Where events outlive the process, what was answered is on record: even if the process ends with the answer.
    const kept = quietly(() => options.events?.kept());
    if (kept) await kept;
    return outcome;
  });
