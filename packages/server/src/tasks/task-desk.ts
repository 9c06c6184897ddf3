import { fail, isFailure, isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { isInstance } from '@recourse/contract/thrown';
import { StoreUnavailableError } from '@recourse/engine/store-ports';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import { declaresTasks, missingTasks } from '../asking/missing-tasks.ts';
import type { CallPath } from '../call/answer-call.ts';
import type { Cancelling } from '../call/cancelling.ts';
import { createRenderText } from '../call/render.ts';
import type { RenderText } from '../call/render.ts';
import type { RequestFrame } from '../rpc/frame.ts';
import { errorText, failureError, resultText, serverInfoMeta } from '../rpc/messages.ts';
import type { RpcError } from '../rpc/messages.ts';
import { rpcErrors } from '../rpc/protocol.ts';
import { callAsTask } from './call-as-task.ts';
import type { TaskPath } from './call-as-task.ts';
import { RunningTasks } from './running-tasks.ts';
import { answerTaskMethod, taskMethods } from './task-methods.ts';
import type { TaskMethod } from './task-methods.ts';
import { renderTask } from './task-state.ts';

/** A request of 2026-07-28, after its envelope and its parameters have been checked. */
export interface TaskFrame {
  readonly frame: RequestFrame;
  readonly meta: JsonObject;
  readonly caller: Caller;
  readonly acceptLanguage?: string | undefined;
  readonly gone: Cancelling;
}

/** A JSON-RPC message and, over HTTP, its status. */
export interface TaskAnswer {
  readonly text: string;
  readonly status: number;
}

/** The tasks of one server at a front door: the calls that become tasks, and the methods about them. */
export class TaskDesk {
  readonly #server: Server;
  readonly #render: RenderText;
  readonly #path: TaskPath | undefined;

  constructor({ server, running }: CallPath) {
    const { tasks } = server.sharing;
    this.#server = server;
    this.#render = createRenderText(server);
    this.#path = tasks && { server, running, tasks, runningTasks: new RunningTasks(server) };
  }

  /** Whether the desk answers a request: a method about tasks, or a call that may become one. */
  takes({ method, params }: RequestFrame, meta: JsonObject): boolean {
    if (!this.#path) return false;
    if (isTaskMethod(method)) return true;
    if (method === 'tools/call') return declaresTasks(meta) && this.#server.taskOf(params?.['name']) !== undefined;
    return method === 'subscriptions/listen' && wantsTasks(params) && !declaresTasks(meta);
  }

  async answer(asked: TaskFrame): Promise<TaskAnswer> {
    try {
      return await this.#answer(asked);
    } catch (thrown) {
      if (!isInstance(thrown, StoreUnavailableError)) throw thrown;
      const failure = fail('INTERNAL_STORE_UNAVAILABLE', { store: thrown.store }, { effect: 'none', cause: thrown });
      return this.#refuse(asked.frame, asked.caller, failure, failureError(rpcErrors.internal, failure));
    }
  }

  async #answer({ frame, meta, caller, ...rest }: TaskFrame): Promise<TaskAnswer> {
    const { id, method, params = {} } = frame;
    if (!this.#path) throw new Error('This server cannot keep tasks');
    if (!declaresTasks(meta)) {
      const failure = undeclared(method);
      return this.#refuse(frame, caller, failure, missingTasks(failure));
    }
    const principal = caller.principal ?? (await this.#server.identify(caller));
    const scope = { server: this.#server.name, principal: principal?.id ?? '' };
    if (isTaskMethod(method)) {
      const answered = await answerTaskMethod(this.#path, scope, method, params);
      if (isFailure(answered)) {
        return this.#refuse(frame, caller, answered, failureError(rpcErrors.params, answered));
      }
      return this.#complete(frame, { resultType: 'complete', ...answered });
    }
    const answered = await callAsTask(this.#path, { frame, meta, caller, principal: scope.principal, ...rest });
    if ('ttlMs' in answered) return this.#complete(frame, { resultType: 'task', ...renderTask(answered) });
    const text = await this.#render(id, answered, 'modern');
    return { text, status: answered.kind === 'error' ? statusOf(answered.error) : 200 };
  }

  #complete({ id }: RequestFrame, result: JsonObject): TaskAnswer {
    const text = resultText(id, JSON.stringify({ ...result, _meta: serverInfoMeta(this.#server) }));
    return { text, status: 200 };
  }

  #refuse({ id, method }: RequestFrame, caller: Caller, failure: Failure, error: RpcError): TaskAnswer {
    this.#server.recordRefusal({ failure, caller, request_id: id, tool: method });
    return { text: errorText(id, error), status: statusOf(error) };
  }
}

const isTaskMethod = (method: string): method is TaskMethod => taskMethods.some((known) => known === method);

const wantsTasks = (params: JsonObject | undefined): boolean => {
  const wanted = params?.['notifications'];
  return isJsonObject(wanted) && wanted['taskIds'] !== undefined;
};

const undeclared = (method: string) =>
  fail(
    'VALIDATION_CLIENT_INPUT',
    { operation: method, capability: 'tasks', reason: 'not_declared' },
    {
      effect: 'none',
      message: `'${method}' needs a client that declares io.modelcontextprotocol/tasks`,
      hint: 'Declare the extension io.modelcontextprotocol/tasks in the capabilities of the request.',
    },
  );

/** 2026-07-28 prescribes 400 for a missing capability. */
const statusOf = ({ code }: RpcError): number => (code === rpcErrors.missingCapability ? 400 : 200);
