import { isJsonObject } from '@recourse/contract';
import type { Outcome, Registry } from '@recourse/contract';
import { CallState, nobody } from '../call/call.ts';
import type { Ask, Call, CallRequest } from '../call/call.ts';
import { changeCall } from '../call/change-call.ts';
import { rememberHeldOperation } from '../call/held-operation.ts';
import { createUuid } from '../call/create-uuid.ts';
import { noHandles } from '../call/handles.ts';
import { compose } from '../pipeline/compose.ts';
import { pipeline } from '../pipeline/pipeline.ts';
import type { PipelineOptions } from '../pipeline/pipeline.ts';
import { refuseOverload } from '../pipeline/store-overloaded.ts';
import type { Overload } from '../pipeline/store-overloaded.ts';
import type { TimeoutSettings } from '../settings/settings.ts';
import { recordStrayError } from '../stages/record/record-stray-error.ts';
import { countRefusal } from '../stages/record/overload-refusals.ts';
import { recordRefusal } from '../stages/record/record-refusal.ts';
import type { RecordOptions } from '../stages/record/record.ts';
import type { Refusal } from '../stages/record/record-refusal.ts';
import type { Answering, Next } from '../stages/stage.ts';
import { confirmToolName } from '../tool/confirm-tool.ts';
import type { RouterTarget } from '../tool/operation.ts';
import { localiseOutcome } from './localise-outcome.ts';

/** Everything that is needed to run calls. A server loads it with the first call. */
export interface Running {
  /** Through every stage. */
  call(request: CallRequest, startedAt: number): Answering;
  recordRefusal(refusal: Refusal): void;
}

export interface RunningOptions extends Omit<PipelineOptions, 'run'> {
  /** Where the codes are declared, for their words in other languages. */
  readonly registry: Registry;
  readonly timeouts?: Partial<TimeoutSettings>;
}

/** Creates it for one server. */
export const assemble = ({ timeouts, ...options }: RunningOptions): Running => {
  const { record } = options;
  const stages = pipeline({ ...options, run: { ...(timeouts && { timeouts }) } });
  const whole = compose(stages);
  // The caller and the size of the request are known; everything else is new and recorded separately.
  const known: ReadonlySet<string> = new Set(['identify', 'bound']);
  const inner = innerCalls(compose(stages.filter(({ name }) => !known.has(name))));
  const onStrayError = (call: Call, thrown: unknown): boolean => recordStrayError(call, thrown, record);
  return {
    call: (request, startedAt) => {
      // A call with a key needs the store: if the store accepts no more calls, every further step would be wasted.
      const overload = request.meta?.idempotency_key === undefined ? undefined : options.admissions.overload?.();
      if (overload) return recordOverload(request, overload, record);
      const call = enter(request, startedAt, { inner, onStrayError });
      const target = options.tools.get(call.tool)?.target;
      const router = target && 'resolve' in target ? target : undefined;
      if (!router && call.meta.locale === undefined) return whole(call);
      const answering = inItsLanguage(call, whole(call), { router, registry: options.registry });
      return call.tool === confirmToolName ? namingItsOperation(call, answering) : answering;
    },
    recordRefusal: (refusal) => recordRefusal(refusal, record),
  };
};

/** Refuses a call before any stage sees it, and counts it. */
const recordOverload = (request: CallRequest, overload: Overload, record: RecordOptions): Outcome => {
  const failure = refuseOverload(overload, createUuid());
  const { events } = record;
  const { tool, caller, meta } = request;
  const write = (refusals: number): void =>
    recordRefusal(
      { failure, caller, refusals, ...(typeof tool === 'string' && { tool }), ...(meta && { meta }) },
      record,
    );
  if (events) countRefusal(events, write);
  else write(1);
  return failure;
};

interface Wording {
  readonly router: RouterTarget | undefined;
  readonly registry: Registry;
}

/** The language in the arguments takes precedence over the client's. */
const inItsLanguage = async (call: Call, answering: Answering, { router, registry }: Wording): Promise<Outcome> => {
  const outcome = await answering;
  try {
    const locale = router?.locale?.(call.arguments) ?? call.meta.locale;
    return locale === undefined ? outcome : await localiseOutcome(outcome, locale, registry);
  } catch {
    // The outcome is final, even if it cannot be translated.
    return outcome;
  }
};

/** Lets the answer to a confirmation name the tool whose call it made. */
const namingItsOperation = async (call: Call, answering: Promise<Outcome>): Promise<Outcome> => {
  const outcome = await answering;
  if (call.state.operation !== undefined) rememberHeldOperation(outcome, call.state.operation);
  return outcome;
};

const noAsks: readonly Ask[] = [];

/** A call as it enters: not identified, nothing found and nothing done. */
const enter = (
  request: CallRequest,
  startedAt: number,
  { inner, onStrayError }: Pick<Call, 'inner'> & Required<Pick<CallState, 'onStrayError'>>,
): Call => {
  const entered = {
    request,
    correlation_id: createUuid(),
    started_at: startedAt,
    principal: nobody,
    tool: typeof request.tool === 'string' ? request.tool : '',
    arguments: isJsonObject(request.arguments) ? request.arguments : {},
    meta: request.meta ?? {},
    operation: undefined,
    handles: noHandles,
    asks: noAsks,
    state: new CallState({ onStrayError }),
    inner,
  };
  return changeCall(entered, {});
};

/**
 * Lets a handler make further calls: each is found, checked, gated, counted and recorded as if it had been made
 * directly.
 */
const innerCalls =
  (next: Next): Call['inner'] =>
  async (call, tool, args) => {
    const { idempotency_key: _, confirmation_token: __, ...meta } = call.meta;
    const { onStrayError } = call.state;
    return next(
      changeCall(call, {
        tool,
        arguments: args,
        meta,
        asks: noAsks,
        handles: noHandles,
        state: new CallState({ ...(onStrayError && { onStrayError }), inner: true, principal: call.principal.id }),
        inner: () => Promise.reject(new Error('A nested call cannot make further calls')),
      }),
    );
  };
