import { fromUnknown } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import type { Call } from '../../call/call.ts';
import { defineStage, effectOf } from '../stage.ts';
import type { Answering, Next, Stage } from '../stage.ts';
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
  defineStage('record', [], (call, next) => {
    const loading = loadTelemetry();
    return loading ? loading.then(() => recordCall(call, next, options)) : recordCall(call, next, options);
  });

const recordCall = (call: Call, next: Next, options: RecordOptions): Answering => {
  if (!isRead(options)) {
    return untilAnswered(call, next, (outcome) => recordLateResult(call, outcome, options, false));
  }
  const recording = new Recording(recordedCallOf(call), options);
  recording.started();
  call.state.events = recording;
  const { span } = recording;
  const told = telemetry();
  const answered = (): Answering =>
    untilAnswered(call, next, (late) => recordLateResult(call, late, options, recording.isCommitted(late)));
  const failed = (thrown: unknown): Failure =>
    fromUnknown(thrown, { correlation_id: call.correlation_id, effect: effectOf(call) });
  let answer: Answering;
  try {
    answer = span && told ? told.runInSpan(span, answered) : answered();
  } catch (thrown) {
    answer = failed(thrown);
  }
  if (!(answer instanceof Promise)) return ended(recording, answer, options);
  return answer.then(
    (outcome) => ended(recording, outcome, options),
    (thrown: unknown) => ended(recording, failed(thrown), options),
  );
};

/**
 * Ends a record. Where events outlive the process, what was answered is recorded: even if the process ends with the
 * answer. A refusal does not wait for the store that is overloaded.
 */
const ended = (recording: Recording, outcome: Outcome, { events }: RecordOptions): Answering => {
  recording.ended(outcome);
  const kept = recording.isPushed && !isOverload(outcome) ? quietly(() => events?.kept()) : undefined;
  return kept ? kept.then(() => outcome) : outcome;
};
