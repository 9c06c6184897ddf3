import type { Warning } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { intentOf } from '../../call/intent.ts';
import type { HandlerClient } from '../../client/handler-client.ts';
import { failFor } from '../../outcome/fail-for.ts';
import type { HandlerCall, Operation } from '../../tool/operation.ts';
import { beginningTask } from './beginning-task.ts';
import type { LazyAbort } from './lazy-abort.ts';

/** The means of a handler besides its call. */
export interface HandlerMeans {
  readonly abort: LazyAbort;
  readonly client: HandlerClient | undefined;
  readonly timing: { timeLeft(): number };
}

/**
 * The context of a handler. Most handlers read little of it, so members are created when they are first read; each can
 * be taken out and called on its own.
 */
export class HandlerContext implements HandlerCall {
  readonly arguments: HandlerCall['arguments'];
  readonly principal: HandlerCall['principal'];
  readonly correlation_id: string;
  readonly idempotency_key?: string;
  readonly client: HandlerClient | undefined;
  /** The handler's warnings so far. */
  warnings: readonly Warning[] = [];
  readonly #call: Call;
  readonly #operation: Operation;
  readonly #abort: LazyAbort;
  readonly #timing: HandlerMeans['timing'];

  constructor(call: Call, operation: Operation, { abort, client, timing }: HandlerMeans) {
    this.arguments = call.arguments;
    this.principal = call.principal;
    this.correlation_id = call.correlation_id;
    if (call.meta.idempotency_key !== undefined) this.idempotency_key = call.meta.idempotency_key;
    this.client = client;
    this.#call = call;
    this.#operation = operation;
    this.#abort = abort;
    this.#timing = timing;
  }

  get trace(): HandlerCall['trace'] {
    return this.#call.state.trace;
  }

  get intent(): string | undefined {
    const { idempotency_key: key } = this;
    return key === undefined ? undefined : intentOf(this.principal.id, this.#operation.name, key);
  }

  get fence(): string | undefined {
    return this.#call.state.claim?.id;
  }

  get stillOwner(): HandlerCall['stillOwner'] {
    const { claim } = this.#call.state;
    return async () => (claim ? claim.isOwned().catch(() => false) : true);
  }

  get shown(): HandlerCall['shown'] {
    return this.#call.state.shown;
  }

  get signal(): AbortSignal {
    return this.#abort.signal();
  }

  get timeLeft(): HandlerCall['timeLeft'] {
    const timing = this.#timing;
    return () => timing.timeLeft();
  }

  get fail(): HandlerCall['fail'] {
    return failFor(this.#operation.registry, this.correlation_id);
  }

  get warn(): HandlerCall['warn'] {
    const { registry } = this.#operation;
    return (code, details) => {
      this.warnings = [...this.warnings, registry.warn(code as never, details as never)];
    };
  }

  get progress(): HandlerCall['progress'] {
    return (progress) => this.#call.request.onProgress?.(progress);
  }

  get about(): HandlerCall['about'] {
    return (subject) => {
      this.#call.state.subject = subject;
    };
  }

  get handle(): HandlerCall['handle'] {
    const { handles } = this.#call;
    return (pointer) => {
      if (!handles.has(pointer)) throw new Error(`The call has no guarded field at '${pointer}'`);
      return handles.get(pointer);
    };
  }

  get beginTask(): HandlerCall['beginTask'] {
    const [call, operation] = [this.#call, this.#operation];
    return async () => {
      if (!operation.beginsTask) throw new TypeError(`'${operation.name}' does not declare 'beginsTask'`);
      if (!call.state.inner) await call.request.task?.begin(beginningTask(call, operation));
    };
  }

  get inner(): HandlerCall['inner'] {
    return (tool, args) => this.#call.inner(this.#call, tool, args);
  }
}
