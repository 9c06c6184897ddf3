import type { Span } from '@opentelemetry/api';
import { causeOf } from '@recourse/contract';
import type { Failure, JsonObject, Outcome } from '@recourse/contract';
import { quietly } from '@recourse/contract/quietly';
import { redactText } from '../../redaction/redact.ts';
import type { CallEvent } from './call-event.ts';
import { describeCause } from './describe-cause.ts';
import type { EventBuffer } from './event-buffer.ts';
import { callData, outcomeData } from './event-data.ts';
import type { JoinableEvents } from './joinable-events.ts';
import { lateEvent } from './late-event.ts';
import type { LogLine, Logger } from './logger.ts';
import { countRefusal, isOverload } from './overload-refusals.ts';
import { createRecordIds } from './record-ids.ts';
import type { RecordIds } from './record-ids.ts';
import type { Measure } from './measured-call.ts';
import type { RecordedCall, RecordedState } from './recorded-call.ts';
import { carriesCode, unrepeatable } from './recorded-code.ts';
import { recordedSubject } from './recorded-subject.ts';
import { telemetry } from './telemetry.ts';
import { timestamp } from './timestamp.ts';
import { parseTraceParent } from './trace-parent.ts';

export interface RecordOptions {
  /** Takes the events; without one there are none. Its owner flushes and closes it. */
  readonly events?: EventBuffer;
  /** Takes one line per outcome; without one there are none. */
  readonly logger?: Logger;
  /** Takes the figures of every outcome; without it nothing is measured. `server` is its name for them. */
  readonly measure?: Measure;
  readonly server?: string;
  /** Whether events show arguments, masked. */
  readonly arguments?: 'none' | 'redacted';
  /** Milliseconds since 1970; fractions are welcome. */
  readonly now?: () => number;
  readonly ids?: RecordIds;
}

const fineNow = (): number => performance.timeOrigin + performance.now();
const randomIds = createRecordIds();

/** True if something reads a recording. */
export const isRead = (options: RecordOptions): boolean =>
  options.events !== undefined || options.logger !== undefined || options.measure !== undefined || isTold();

const isTold = (): boolean => {
  const told = telemetry();
  return told !== undefined && (told.isTracing() || told.isMeasuring());
};

/**
 * An event that is still being written. A class and not a literal: V8 moves the literals of objects that live as long as
 * events do to its old generation, and there each of them keeps what it names alive until the next full collection.
 */
class Unfinished implements CallEvent {
  readonly event_id: string;
  readonly ts: string;
  readonly type: CallEvent['type'];
  readonly trace_id: string;
  readonly span_id: string;
  subject: string | null = null;
  principal: string | null;
  readonly tool: string;
  code: string | null = null;
  effect: CallEvent['effect'] = null;
  elapsed_ms: number | null = null;
  readonly data: JsonObject;

  constructor({ event_id, ts, type, trace_id, span_id, principal, tool, data }: Beginning) {
    this.event_id = event_id;
    this.ts = ts;
    this.type = type;
    this.trace_id = trace_id;
    this.span_id = span_id;
    this.principal = principal;
    this.tool = tool;
    this.data = data;
  }
}

/** The fields of an event that do not depend on the outcome. */
type Beginning = Omit<CallEvent, 'subject' | 'code' | 'effect' | 'elapsed_ms'>;

/** The caller and the subject, which are not known when the first event is written. A class for the same reason. */
class Caller {
  principal: string | null = null;
  subject: string | null = null;
  state: RecordedState | undefined;

  constructor(state: RecordedState) {
    this.state = state;
  }
}

/** The record of one call, from its beginning to its outcome. Nothing in it throws. */
export class Recording implements JoinableEvents {
  readonly span: Span | undefined;
  readonly #call: RecordedCall;
  readonly #options: RecordOptions;
  readonly #ids: RecordIds;
  readonly #startedAt: number;
  readonly #traceId: string;
  readonly #spanId: string;
  /** Lets a waiting event look up who called, without holding on to the arguments of a call that has ended. */
  readonly #caller: Caller;
  /** The first event, until it is on its way. */
  #started: Unfinished | undefined;
  #committed: Outcome | undefined;
  #pushed = false;

  constructor(call: RecordedCall, options: RecordOptions, startedAt?: number) {
    this.#call = call;
    this.#caller = new Caller(call.state);
    this.#options = options;
    this.#ids = options.ids ?? randomIds;
    this.#startedAt = startedAt ?? this.#now();
    const told = telemetry();
    this.span = told?.isTracing() ? told.startCallSpan(call) : undefined;
    const { span } = this;
    const own = span && quietly(() => span.spanContext());
    this.#traceId = own?.traceId ?? parseTraceParent(call.meta.traceparent)?.traceId ?? this.#ids.trace();
    this.#spanId = own?.spanId ?? this.#ids.span();
    call.state.trace = { trace_id: this.#traceId, span_id: this.#spanId };
  }

  started(): void {
    const { events } = this.#options;
    if (!events) return;
    this.#started = quietly(() => this.#event('TOOL_CALL_STARTED', this.#startedAt, callData(this.#call)));
    // The buffer takes it at once, unless a transaction of its store may.
    if (!events.transaction) this.release();
  }

  get transaction(): object | undefined {
    return this.#options.events?.transaction;
  }

  atStart(): readonly CallEvent[] {
    const event = this.#started;
    if (!event) return [];
    event.principal = this.#call.state.principal ?? null;
    event.subject = recordedSubject(this.#call.state);
    return [event];
  }

  committedStart(): void {
    this.#started = undefined;
  }

  release(): void {
    const event = this.#started;
    if (!event) return;
    this.#started = undefined;
    this.#pushed = true;
    const pending = withCaller(event, this.#caller);
    quietly(() => this.#options.events?.push(pending));
  }

  atEnd(outcome: Outcome): readonly CallEvent[] {
    const event = quietly(() =>
      this.#call.state.early ? lateEvent(this.#call, outcome, this.#options) : this.#outcomeEvent(outcome, this.#now()),
    );
    return event ? [event] : [];
  }

  committedEnd(outcome: Outcome): void {
    this.#committed = outcome;
  }

  /** Whether a transaction has appended the event of this outcome. */
  isCommitted(outcome: Outcome): boolean {
    return this.#committed === outcome;
  }

  /** Whether the buffer has taken events of this call. */
  get isPushed(): boolean {
    return this.#pushed;
  }

  ended(outcome: Outcome): void {
    const now = this.#now();
    const elapsedMs = this.#elapsed(now);
    const told = telemetry();
    if (this.span) told?.endCallSpan(this.span, this.#call, outcome);
    told?.measureDuration(this.#call, outcome, elapsedMs);
    if (isOverload(outcome)) {
      this.#countRefusal(outcome);
      return;
    }
    this.release();
    if (!this.isCommitted(outcome)) quietly(() => this.#push(this.#outcomeEvent(outcome, now)));
    const { state } = this.#call;
    this.#caller.principal = state.principal ?? null;
    this.#caller.subject = recordedSubject(state);
    this.#caller.state = undefined;
    quietly(() => this.#log(outcome, now, elapsedMs));
    quietly(() => this.#measure(outcome, elapsedMs));
  }

  /** Refused calls have no events of their own, because the store that would keep them is overloaded. */
  #countRefusal(outcome: Outcome): void {
    const { events } = this.#options;
    if (events) countRefusal(events, (refusals) => this.refused(outcome, refusals));
    else this.refused(outcome, 1);
  }

  /** Records a refusal that stands for so many. */
  refused(outcome: Outcome, refusals: number): void {
    const now = this.#now();
    const event = quietly(() => this.#outcomeEvent(outcome, now));
    if (event) this.#push({ ...event, data: { ...event.data, refusals } });
    quietly(() => this.#log(outcome, now, this.#elapsed(now)));
    quietly(() => this.#measure(outcome, this.#elapsed(now), refusals));
  }

  #elapsed(now: number): number {
    return Math.round(Math.max(0, now - this.#startedAt) * 1000) / 1000;
  }

  #push(event: CallEvent | undefined): void {
    if (!event) return;
    this.#pushed = true;
    this.#options.events?.push(() => event);
  }

  #now(): number {
    return (this.#options.now ?? fineNow)();
  }

  #outcomeEvent(outcome: Outcome, now: number): CallEvent | undefined {
    if (!this.#options.events) return undefined;
    const values = secretsOf(this.#call, outcome);
    const data = outcomeData(this.#call, outcome, { values, arguments: this.#options.arguments ?? 'none' });
    const event = this.#event(outcome.ok ? 'TOOL_CALL_FINISHED' : 'TOOL_CALL_FAILED', now, data);
    event.elapsed_ms = this.#elapsed(now);
    event.subject = recordedSubject(this.#call.state, outcome, values);
    if (!outcome.ok) {
      event.code = outcome.code;
      event.effect = outcome.effect;
    }
    return event;
  }

  #event(type: CallEvent['type'], at: number, data: JsonObject): Unfinished {
    return new Unfinished({
      event_id: this.#ids.event(),
      ts: timestamp(at),
      type,
      trace_id: this.#traceId,
      span_id: this.#spanId,
      principal: this.#call.state.principal ?? null,
      tool: this.#call.tool,
      data,
    });
  }

  #measure(outcome: Outcome, elapsedMs: number, count = 1): void {
    const { measure, server = '' } = this.#options;
    if (!measure) return;
    const { operation, principal } = this.#call.state;
    const failed = outcome.ok ? {} : { code: outcome.code, recovery: outcome.recovery };
    measure({ server, operation, principal, ...failed, elapsedMs, count });
  }

  #log(outcome: Outcome, now: number, elapsedMs: number): void {
    const { logger } = this.#options;
    if (!logger) return;
    const { tool, correlation_id, state } = this.#call;
    const line: LogLine = {
      ts: timestamp(now),
      level: outcome.ok ? 'info' : outcome.category === 'internal' ? 'error' : 'warn',
      event: 'tool_call',
      tool,
      ...(state.operation !== undefined && state.operation !== tool && { operation: state.operation }),
      ...(state.principal !== undefined && { principal: state.principal }),
      ok: outcome.ok,
      ...(!outcome.ok && failureFields(this.#call, outcome)),
      elapsed_ms: elapsedMs,
      correlation_id,
      trace_id: this.#traceId,
      span_id: this.#spanId,
    };
    logger.log(line);
  }
}

/** Made outside the recording: a closure made in one of its methods would keep it, and with it the whole call. */
const withCaller = (event: Unfinished, caller: Caller) => (): CallEvent => {
  event.principal = caller.state?.principal ?? caller.principal;
  event.subject = caller.state ? recordedSubject(caller.state) : caller.subject;
  return event;
};

/** Values of a failed call that must not be repeated. */
const secretsOf = ({ state }: RecordedCall, outcome: Outcome): readonly string[] =>
  outcome.ok ? [] : unrepeatable(state);

const failureFields = (call: RecordedCall, failure: Failure): Partial<LogLine> => {
  const cause = causeOf(failure);
  const values = secretsOf(call, failure);
  return {
    code: failure.code,
    effect: failure.effect,
    ...(!carriesCode(call.state) && { message: redactText(failure.message, values) }),
    ...(failure.correlation_id !== call.correlation_id && { answered_correlation_id: failure.correlation_id }),
    ...(cause !== undefined && { cause: describeCause(cause, values) }),
  };
};
