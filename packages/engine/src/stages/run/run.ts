import { changeFailure, fail, fromUnknown } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { isInstance } from '@recourse/contract/thrown';
import type { Call } from '../../call/call.ts';
import { inCall } from '../../call/call-context.ts';
import { operationOf } from '../../call/call.ts';
import { createHandlerClient } from '../../client/handler-client.ts';
import type { HandlerClient, HandlerClientOptions } from '../../client/handler-client.ts';
import { NoClientInputError } from '../../client/no-client-input.ts';
import { toOutcome } from '../../outcome/to-outcome.ts';
import { redact } from '../../redaction/redact.ts';
import { sensitiveValues } from '../../redaction/sensitive-fields.ts';
import { defaultTimeouts } from '../../settings/settings.ts';
import type { TimeoutSettings } from '../../settings/settings.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Operation } from '../../tool/operation.ts';
import { defineStage } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { afterThisTurn } from './after-this-turn.ts';
import { beginningTask } from './beginning-task.ts';
import { HandlerContext } from './handler-context.ts';
import { createLazyAbort } from './lazy-abort.ts';
import type { LazyAbort } from './lazy-abort.ts';

export interface RunOptions {
  readonly timeouts?: Partial<TimeoutSettings>;
}

type Ending = { readonly kind: 'timeout'; readonly timeoutMs: number } | { readonly kind: 'cancelled' };

/**
 * Runs the handler, and ends when the handler does. When its time is up or the caller cancels, the caller is answered
 * early; the handler's own outcome follows and passes every stage.
 */
export const run = (options: RunOptions = {}): Stage => {
  const timeouts: TimeoutSettings = { ...defaultTimeouts, ...options.timeouts };
  const codes = ['INTERNAL_TIMEOUT', 'CALL_CANCELLED', 'VALIDATION_CLIENT_INPUT'] as const;
  const start = (call: Call): Promise<Outcome> => {
    const operation = operationOf(call);
    if (call.request.signal?.aborted) return Promise.resolve(endFailure(call, operation, { kind: 'cancelled' }));
    call.state.started = true;
    const timeoutMs = Math.min(operation.timeoutMs ?? timeouts.defaultMs, timeouts.maxMs);
    return race(call, operation, timeoutMs);
  };
  const stage = defineStage('run', codes, (call) =>
    call.request.task ? beginTask(call).then(() => start(call)) : start(call),
  );
  return { ...stage, answersForHandler: true };
};

/** Creates the task of a call. A call that was refused or cancelled before its handler runs has none. */
const beginTask = async (call: Call): Promise<void> => {
  const operation = operationOf(call);
  const { task, signal } = call.request;
  if (task && operation.task && !operation.beginsTask && !call.state.inner && !signal?.aborted) {
    await task.begin(beginningTask(call, operation));
  }
};

const race = (call: Call, operation: Operation, timeoutMs: number): Promise<Outcome> => {
  const abort = createLazyAbort();
  const { signal: cancelled } = call.request;
  return new Promise<Outcome>((resolve) => {
    let ended = false;
    const stopWaiting = (): void => {
      clearTimeout(timer);
      cancelled?.removeEventListener('abort', cancel);
    };
    const end = (outcome: Outcome): void => {
      if (ended) return;
      ended = true;
      stopWaiting();
      resolve(withLook(call, operation, outcome));
    };
    /** Answers the caller and aborts the handler, which may go on for as long as it likes. */
    const answerEarly = (ending: Ending): void => {
      if (ended || call.state.early) return;
      stopWaiting();
      const answer = withLook(call, operation, endFailure(call, operation, ending));
      if (call.state.answerEarly) call.state.answerEarly(answer);
      else end(answer);
      const reason = new Error(ending.kind === 'timeout' ? 'The time of the call is up' : 'The caller cancelled');
      // Listeners of the handler are its code.
      inCall(call, () => abort.abort(reason));
    };
    const cancel = (): void => answerEarly({ kind: 'cancelled' });
    let timer: NodeJS.Timeout | undefined;
    let isWaiting = false;
    const startTimer = (): void => {
      if (ended || isWaiting || call.state.early) return;
      clearTimeout(timer);
      timer = setTimeout(() => answerEarly({ kind: 'timeout', timeoutMs }), timeoutMs);
    };
    // Most handlers have ended by then, and a timer would cost more than the rest of the stage.
    afterThisTurn(startTimer);
    cancelled?.addEventListener('abort', cancel, { once: true });
    const client = clientOf(call, operation, {
      signal: () => abort.signal(),
      // The time that a person takes to answer is not the handler's.
      waiting: async (asking) => {
        clearTimeout(timer);
        isWaiting = true;
        return asking().finally(() => {
          isWaiting = false;
          startTimer();
        });
      },
      onAskedLater: ({ failure }) => {
        if (ended || call.state.early) return;
        // The call that brings the answers is the one that counts.
        call.state.started = false;
        end(changeFailure(failure, context(call)));
      },
    });
    handle(call, operation, abort, client).then(end, (thrown: unknown) => end(thrownFailure(call, thrown)));
  });
};

const thrownFailure = (call: Call, thrown: unknown): Failure =>
  isInstance(thrown, NoClientInputError)
    ? changeFailure(thrown.failure, context(call))
    : fromUnknown(thrown, { ...context(call), effect: unknownEffect(call) });

/** The answer while the handler goes on: a write may still take effect. */
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
const withLook = <Given extends Outcome>(call: Call, operation: Operation, outcome: Given): Given | Failure =>
  outcome.ok || outcome.effect !== 'unknown' || outcome.next_actions
    ? outcome
    : changeFailure(outcome, lookOf(operation, call));

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
  const answer = await inCall(call, () => operation.run(context));
  return toOutcome(call, answer, context.warnings);
};

const context = (call: Call): { readonly correlation_id: string } => ({ correlation_id: call.correlation_id });

const unknownEffect = (call: Call): 'unknown' | 'none' => (call.state.writes ? 'unknown' : 'none');
