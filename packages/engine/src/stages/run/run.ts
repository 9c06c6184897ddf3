import { changeFailure, fail, fromUnknown, isFailure, isJsonObject, succeed } from '@recourse/contract';
import type { Failure, Outcome, Warning } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { createHandlerClient } from '../../client/handler-client.ts';
import type { HandlerClient, HandlerClientOptions } from '../../client/handler-client.ts';
import { NoClientInputError } from '../../client/no-client-input.ts';
import { defaultTimeouts } from '../../configuration/types.ts';
import type { TimeoutSettings } from '../../configuration/types.ts';
import { defineStage } from '../../pipeline/stage.ts';
import type { Stage } from '../../pipeline/stage.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Operation } from '../../tool/operation.ts';
import { redact } from '../record/redaction/redact.ts';
import { sensitiveValues } from '../record/redaction/sensitive-fields.ts';
import { afterThisTurn } from './after-this-turn.ts';
import { HandlerContext } from './handler-context.ts';
import { createLazyAbort } from './lazy-abort.ts';
import type { LazyAbort } from './lazy-abort.ts';

/** Told of a result that came after its call was answered. Nothing else happens to it. */
type OnLateResult = (call: Call, late: 'success' | 'failure') => void;

export interface RunOptions {
  readonly timeouts?: Partial<TimeoutSettings>;
  readonly onLateResult?: OnLateResult;
}

type Ending = { readonly kind: 'timeout'; readonly timeoutMs: number } | { readonly kind: 'cancelled' };

/** Runs the handler. It ends when the handler does, when its time is up, or when the caller cancels. */
export const run = (options: RunOptions = {}): Stage => {
  const timeouts: TimeoutSettings = { ...defaultTimeouts, ...options.timeouts };
  const codes = ['INTERNAL_TIMEOUT', 'CALL_CANCELLED', 'VALIDATION_CLIENT_INPUT'] as const;
  const start = (call: Call): Promise<Outcome> => {
    const operation = operationOf(call);
    if (call.request.signal?.aborted) return Promise.resolve(endFailure(call, operation, { kind: 'cancelled' }));
    call.state.started = true;
    const timeoutMs = Math.min(operation.timeoutMs ?? timeouts.defaultMs, timeouts.maxMs);
    return race(call, operation, timeoutMs, options.onLateResult);
  };
  const stage = defineStage('run', codes, (call) =>
    call.state.beforeRun.length === 0 ? start(call) : prepare(call).then(() => start(call)),
  );
  return { ...stage, answersForHandler: true };
};

const prepare = async (call: Call): Promise<void> => {
  for (const step of call.state.beforeRun) await step();
};

const race = (call: Call, operation: Operation, timeoutMs: number, onLateResult?: OnLateResult): Promise<Outcome> => {
  const abort = createLazyAbort();
  const { signal: cancelled } = call.request;
  return new Promise<Outcome>((resolve) => {
    let answered = false;
    const answer = (outcome: Outcome): void => {
      answered = true;
      clearTimeout(timer);
      cancelled?.removeEventListener('abort', cancel);
      resolve(withLook(call, operation, outcome));
    };
    const end = (ending: Ending): void => {
      if (answered) return;
      answer(endFailure(call, operation, ending));
      abort.abort(new Error(ending.kind === 'timeout' ? 'The time of the call is up' : 'The caller cancelled'));
    };
    const cancel = (): void => end({ kind: 'cancelled' });
    let timer: NodeJS.Timeout | undefined;
    let isWaiting = false;
    const startTimer = (): void => {
      if (answered || isWaiting) return;
      clearTimeout(timer);
      timer = setTimeout(() => end({ kind: 'timeout', timeoutMs }), timeoutMs);
    };
    // Most handlers have answered by then, and a timer would cost more than the rest of the stage.
    afterThisTurn(startTimer);
    cancelled?.addEventListener('abort', cancel, { once: true });
    let asksLater = false;
    const client = clientOf(call, operation, {
      signal: () => abort.signal(),
      // People take their time: it is not the handler's.
      waiting: async (asking) => {
        clearTimeout(timer);
        isWaiting = true;
        return asking().finally(() => {
          isWaiting = false;
          startTimer();
        });
      },
      onAskedLater: ({ failure }) => {
        if (answered) return;
        asksLater = true;
        // The call that brings the answers is the one that counts.
        call.state.started = false;
        answer(changeFailure(failure, context(call)));
      },
    });
    const late = (result: 'success' | 'failure'): void => {
      if (!asksLater) onLateResult?.(call, result);
    };
    handle(call, operation, abort, client).then(
      (outcome) => (answered ? late(outcome.ok ? 'success' : 'failure') : answer(outcome)),
      (thrown: unknown) => (answered ? late('failure') : answer(thrownFailure(call, thrown))),
    );
  });
};

const thrownFailure = (call: Call, thrown: unknown): Failure =>
  thrown instanceof NoClientInputError
    ? changeFailure(thrown.failure, context(call))
    : fromUnknown(thrown, { ...context(call), effect: unknownEffect(call) });

/** Nobody knows whether a write that was cut short took place. */
const endFailure = (call: Call, operation: Operation, ending: Ending): Failure => {
  const started = call.state.started;
  const effect = started && call.state.writes ? ('unknown' as const) : ('none' as const);
  if (ending.kind === 'cancelled')
    return fail('CALL_CANCELLED', { operation: operation.name }, { ...context(call), effect });
  const mayRepeat = effect === 'none' || operation.idempotent || call.meta.idempotency_key !== undefined;
  return fail(
    'INTERNAL_TIMEOUT',
    { operation: operation.name, timeout_ms: ending.timeoutMs },
    { ...context(call), effect, retryable: mayRepeat },
  );
};

/** What leaves its effect unknown and names no call itself names the one that its operation declares. */
const withLook = (call: Call, operation: Operation, outcome: Outcome): Outcome =>
  outcome.ok || outcome.effect !== 'unknown' || outcome.next_actions
    ? outcome
    : changeFailure(outcome, lookOf(operation, call.arguments, call.meta.idempotency_key));

type Waiting = Pick<HandlerClientOptions, 'signal' | 'waiting' | 'onAskedLater'>;

/** Most tools want nothing of the client, and have none. */
const clientOf = (call: Call, operation: Operation, waiting: Waiting): HandlerClient | undefined =>
  operation.client.size === 0
    ? undefined
    : createHandlerClient({
        name: operation.name,
        uses: operation.client,
        port: call.request.client,
        conceal: (data) => redact(data, { values: sensitiveValues(call.arguments, operation.sensitive) }),
        ...waiting,
      });

const handle = async (
  call: Call,
  operation: Operation,
  abort: LazyAbort,
  client: HandlerClient | undefined,
): Promise<Outcome> => {
  const context = new HandlerContext(call, operation, abort, client);
  const answer = await operation.run(context);
  return toOutcome(call, answer, context.warnings);
};

/** A failure or a success as it is, a plain object as a success, and anything else as the bug that it is. */
const toOutcome = (call: Call, answer: unknown, warnings: readonly Warning[]): Outcome => {
  if (isFailure(answer)) {
    const touched = answer.effect === 'unknown' && !call.state.writes;
    return touched ? changeFailure(answer, { effect: 'none' }) : answer;
  }
  if (isSuccess(answer)) {
    return warnings.length > 0 ? { ...answer, warnings: [...answer.warnings, ...warnings] } : answer;
  }
  if (isJsonObject(answer)) return succeed(answer, warnings);
  return fail(
    'INTERNAL_ERROR',
    {},
    {
      ...context(call),
      effect: unknownEffect(call),
      cause_class: 'NoAnswer',
      cause: new Error(`'${call.tool}' answered with ${answer === null ? 'null' : typeof answer}, not with an object`),
    },
  );
};

const isSuccess = (answer: unknown): answer is Outcome & { ok: true } =>
  isJsonObject(answer) && answer['ok'] === true && 'value' in answer && Array.isArray(answer['warnings']);

const context = (call: Call): { readonly correlation_id: string } => ({ correlation_id: call.correlation_id });

const unknownEffect = (call: Call): 'unknown' | 'none' => (call.state.writes ? 'unknown' : 'none');
