import { types } from 'node:util';
import { changeFailure, fail, fromUnknown } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { isInstance } from '@recourse/contract/thrown';
import type { Call } from '../../call/call.ts';
import { inCall } from '../../call/call-context.ts';
import { createHandlerClient } from '../../client/handler-client.ts';
import type { HandlerClient } from '../../client/handler-client.ts';
import { NoClientInputError } from '../../client/no-client-input.ts';
import { toOutcome } from '../../outcome/to-outcome.ts';
import { redact } from '../../redaction/redact.ts';
import { sensitiveValues } from '../../redaction/sensitive-fields.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Operation } from '../../tool/operation.ts';
import type { Answering } from '../stage.ts';
import { afterThisTurn } from './after-this-turn.ts';
import { HandlerContext } from './handler-context.ts';
import { LazyAbort } from './lazy-abort.ts';

type Ending = { readonly kind: 'timeout'; readonly timeoutMs: number } | { readonly kind: 'cancelled' };

/**
 * One run of a handler. It ends when the handler does; a handler that waits for nothing ends at once, without a promise,
 * a timer or a listener. When the time is up or the caller cancels, the caller is answered early; the handler's own
 * outcome follows.
 */
export class HandlerRun {
  readonly #call: Call;
  readonly #operation: Operation;
  readonly #timeoutMs: number;
  readonly #abort = new LazyAbort();
  #outcome: Outcome | undefined;
  #resolve: ((outcome: Outcome) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the time of the handler began: with the run, or when a person had answered it. */
  #timedSince = performance.now();
  #onCancel: (() => void) | undefined;
  /** The handler waits for a person. */
  #isWaiting = false;

  constructor(call: Call, operation: Operation, timeoutMs: number) {
    this.#call = call;
    this.#operation = operation;
    this.#timeoutMs = timeoutMs;
  }

  start(): Answering {
    const context = new HandlerContext(this.#call, this.#operation, {
      abort: this.#abort,
      client: this.#client(),
      timing: this,
    });
    try {
      const answer = inCall(this.#call, () => this.#operation.run(context));
      if (isThenable(answer)) return this.#wait(answer, context);
      return this.#endAtOnce(toOutcome(this.#call, answer, context.warnings), answer);
    } catch (thrown) {
      return this.#endAtOnce(thrownFailure(this.#call, thrown), undefined);
    }
  }

  timeLeft(): number {
    return Math.max(0, this.#timeoutMs - (performance.now() - this.#timedSince));
  }

  /** Ends a run whose handler has waited for nothing. `answer` is what the handler returned. */
  #endAtOnce(outcome: Outcome, answer: unknown): Answering {
    // The handler itself may have cancelled the call.
    if (this.#call.request.signal?.aborted) this.#answerEarly({ kind: 'cancelled' });
    const ended = this.#end(outcome);
    // Other stages tell an outcome from a promise, and must not run code of the handler for that.
    return ended === answer && !isPlain(ended) ? Promise.resolve(ended) : ended;
  }

  #wait(answer: PromiseLike<unknown>, context: HandlerContext): Promise<Outcome> {
    const call = this.#call;
    const { signal } = call.request;
    const ended = new Promise<Outcome>((resolve) => (this.#resolve = resolve));
    if (this.#outcome) this.#resolve?.(this.#outcome);
    // Most handlers have ended by then, and a timer would cost more than the rest of the stage.
    afterThisTurn(() => this.#startTimer());
    if (signal) {
      this.#onCancel = () => this.#answerEarly({ kind: 'cancelled' });
      if (signal.aborted) this.#onCancel();
      else signal.addEventListener('abort', this.#onCancel, { once: true });
    }
    Promise.resolve(answer).then(
      (value) => this.#endWith(value, context),
      (thrown: unknown) => this.#end(thrownFailure(call, thrown)),
    );
    return ended;
  }

  /** Ends with what the promise of a handler was resolved with, which may throw when it is read. */
  #endWith(value: unknown, { warnings }: HandlerContext): void {
    try {
      this.#end(toOutcome(this.#call, value, warnings));
    } catch (thrown) {
      this.#end(thrownFailure(this.#call, thrown));
    }
  }

  #end(outcome: Outcome): Outcome {
    if (this.#outcome) return this.#outcome;
    this.#stopWaiting();
    this.#outcome = withLook(this.#call, this.#operation, outcome);
    this.#resolve?.(this.#outcome);
    return this.#outcome;
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    if (this.#onCancel) this.#call.request.signal?.removeEventListener('abort', this.#onCancel);
    this.#onCancel = undefined;
  }

  /** Answers the caller and aborts the handler, which may go on for as long as it likes. */
  #answerEarly(ending: Ending): void {
    const call = this.#call;
    if (this.#outcome || call.state.early) return;
    this.#stopWaiting();
    const answer = withLook(call, this.#operation, endFailure(call, this.#operation, ending));
    if (call.state.answerEarly) call.state.answerEarly(answer);
    else this.#end(answer);
    const reason = new Error(
      ending.kind === 'timeout' ? 'The time limit of the call was reached' : 'The caller cancelled',
    );
    // Listeners of the handler are its code.
    inCall(call, () => this.#abort.abort(reason));
  }

  #startTimer(): void {
    if (this.#outcome || this.#isWaiting || this.#call.state.early) return;
    clearTimeout(this.#timer);
    this.#timedSince = performance.now();
    const timeoutMs = this.#timeoutMs;
    this.#timer = setTimeout(() => this.#answerEarly({ kind: 'timeout', timeoutMs }), timeoutMs);
  }

  /** Most tools do not use the client, and have none. */
  #client(): HandlerClient | undefined {
    const [call, operation] = [this.#call, this.#operation];
    if (operation.client.size === 0) return undefined;
    return createHandlerClient({
      name: operation.name,
      uses: operation.client,
      port: call.request.client,
      conceal: (data) => redact(data, { values: sensitiveValues(call.arguments, operation.sensitive) }),
      signal: () => this.#abort.signal(),
      // The time that a person takes to answer is not the handler's.
      waiting: async (asking) => {
        clearTimeout(this.#timer);
        this.#isWaiting = true;
        return asking().finally(() => {
          this.#isWaiting = false;
          this.#startTimer();
        });
      },
      onAskedLater: ({ failure }) => {
        if (this.#outcome || call.state.early) return;
        // The call that brings the answers is the one that counts.
        call.state.started = false;
        this.#end(changeFailure(failure, context(call)));
      },
    });
  }
}

/** Handlers may return promises of their own. */
const isThenable = (answer: unknown): answer is PromiseLike<unknown> =>
  ((typeof answer === 'object' && answer !== null) || typeof answer === 'function') &&
  typeof (answer as { readonly then?: unknown }).then === 'function';

/** True for an object that runs no code of the handler when it is looked at. */
const isPlain = (outcome: Outcome): boolean =>
  !types.isProxy(outcome) && Object.getPrototypeOf(outcome) === Object.prototype;

const thrownFailure = (call: Call, thrown: unknown): Failure =>
  isInstance(thrown, NoClientInputError)
    ? changeFailure(thrown.failure, context(call))
    : fromUnknown(thrown, { ...context(call), effect: call.state.writes ? 'unknown' : 'none' });

/** The answer while the handler continues, or if it never began: a write that has begun may still take effect. */
export const endFailure = (call: Call, operation: Operation, ending: Ending): Failure => {
  const effect = call.state.started && call.state.writes ? ('unknown' as const) : ('none' as const);
  if (ending.kind === 'cancelled')
    return fail('CALL_CANCELLED', { operation: operation.name }, { ...context(call), effect });
  const mayRepeat = effect === 'none' || operation.idempotent || call.meta.idempotency_key !== undefined;
  return fail(
    'INTERNAL_TIMEOUT',
    { operation: operation.name, timeout_ms: ending.timeoutMs },
    { ...context(call), effect, retryable: mayRepeat },
  );
};

/** Adds the look that the operation declares to a failure that leaves its effect unknown and names no call itself. */
const withLook = <Given extends Outcome>(call: Call, operation: Operation, outcome: Given): Given | Failure =>
  outcome.ok || outcome.effect !== 'unknown' || outcome.next_actions
    ? outcome
    : changeFailure(outcome, lookOf(operation, call));

/** An early answer reaches its caller past the stages, so that its subject is put there here. */
const context = ({ correlation_id, state: { subject } }: Call): Pick<Failure, 'correlation_id' | 'subject'> => ({
  correlation_id,
  ...(subject && { subject }),
});
