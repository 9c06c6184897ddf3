import { fromUnknown } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import { defineStage, effectOf } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { isOverload } from './overload-refusals.ts';
import { recordLateResult } from './record-late-result.ts';
import { recordedCallOf } from './recorded-call.ts';
import { Recording, isRead } from './recording.ts';
import type { RecordOptions } from './recording.ts';
import { loadTelemetry, telemetry } from './telemetry.ts';
import { untilAnswered } from './until-answered.ts';

export type { RecordOptions } from './recording.ts';

/**
 * Records every call: an event when it starts and one when its caller is answered, a span, a duration and a log line.
 * A handler that ends after that gets an event of its own. No fault of a sink, logger or tracer reaches a call; a call
 * waits for a durable sink, within a bound.
 */
export const record = (options: RecordOptions = {}): Stage =>
  defineStage('record', [], async (call, next) => {
    const loading = loadTelemetry();
    if (loading) await loading;
    if (!isRead(options))
      return untilAnswered(call, next, (outcome) => recordLateResult(call, outcome, options, false));
    const recording = new Recording(recordedCallOf(call), options);
    const late = (outcome: Outcome): void => recordLateResult(call, outcome, options, recording.isCommitted(outcome));
    recording.started();
    call.state.events = recording;
    const { span } = recording;
    const told = telemetry();
    let outcome: Outcome;
    try {
      const answered = (): Promise<Outcome> => untilAnswered(call, next, late);
      outcome = await (span && told ? told.runInSpan(span, answered) : answered());
    } catch (thrown) {
      outcome = fromUnknown(thrown, { correlation_id: call.correlation_id, effect: effectOf(call) });
    }
    recording.ended(outcome);
    // Where events outlive the process, what was answered is on record: even if the process ends with the answer.
    // A refusal does not wait for the store that is overloaded.
    const kept = recording.isPushed && !isOverload(outcome) ? quietly(() => options.events?.kept()) : undefined;
    if (kept) await kept;
    return outcome;
  });
