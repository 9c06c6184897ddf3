import { isFailure, isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { digestOf } from '@recourse/engine/digest';
import type { Server } from '@recourse/engine';
import type { BeginningTask, Caller } from '@recourse/engine/front-door';
import type { StoredTask, Tasks, TaskScope } from '@recourse/engine/sharing';
import { canAsk } from '../asking/can-be-asked.ts';
import { createRequestClient } from '../asking/request-client.ts';
import type { RequestSource } from '../asking/request-client.ts';
import { readState } from '../asking/request-state.ts';
import { answerCall } from '../call/answer-call.ts';
import type { CallPath } from '../call/answer-call.ts';
import { callMeta, metaKeys } from '../call/call-meta.ts';
import { Cancelling } from '../call/cancelling.ts';
import type { Incoming } from '../call/incoming.ts';
import type { Outgoing } from '../call/outgoing.ts';
import type { RequestFrame } from '../rpc/frame.ts';
import { protocolMeta } from '../rpc/protocol.ts';
import { changeTask } from './change-task.ts';
import { endLost, endOf } from './end-task.ts';
import type { RunningTasks } from './running-tasks.ts';
import { createTaskClient } from './task-client.ts';
import type { BegunTask } from './task-client.ts';
import { writeState } from './task-state.ts';

/** As long as idempotency keys are kept. */
const ttlMs = 24 * 60 * 60 * 1000;

/** Where tasks are kept and run. */
export interface TaskPath extends CallPath {
  readonly tasks: Tasks;
  readonly running: CallPath['running'];
  readonly runningTasks: RunningTasks;
}

/** A `tools/call` whose client accepts a task. */
export interface TaskCall {
  readonly frame: RequestFrame;
  readonly meta: JsonObject;
  readonly caller: Caller;
  readonly principal: string;
  readonly acceptLanguage?: string | undefined;
  /** Cancelled when the client goes away before it has an answer. */
  readonly gone: Cancelling;
}

/**
 * Makes a call whose client accepts a task. Answers with the task as soon as the handler begins. A call that is refused,
 * has to be confirmed or asks its client first is answered as any other call.
 */
export const callAsTask = async (path: TaskPath, call: TaskCall): Promise<Outgoing | StoredTask> => {
  const { server, tasks, runningTasks } = path;
  const { frame, meta, caller, gone } = call;
  const scope: TaskScope = { server: server.name, principal: call.principal };
  const earlier = await findEarlier(path, call, scope);
  if (earlier) return earlier;
  await runningTasks.listen();
  const place = new Cancelling();
  let begun: BegunTask | undefined;
  let onBegun: (task: StoredTask) => void = () => undefined;
  const created = new Promise<StoredTask>((resolve) => (onBegun = resolve));
  const begin = async (beginning: BeginningTask): Promise<void> => {
    if (begun) return;
    const task = await tasks.create(newTask(beginning, frame, scope));
    begun = { id: task.id, scope, tasks, running: runningTasks };
    runningTasks.add(task, scope, place);
    onBegun(task);
  };
  const onEnded = async (outgoing: Outgoing): Promise<void> => {
    if (begun) await end(server, begun, outgoing);
  };
  const client = clientOf(server, call, () => begun);
  const incoming: Incoming = {
    tool: frame.params?.['name'],
    arguments: frame.params?.['arguments'],
    meta: callMeta(meta, metaKeys, call.acceptLanguage),
    caller,
    requestId: frame.id,
    modern: true,
    task: { begin },
    onEnded,
    ...client,
  };
  // A task continues when the client that created it is gone.
  gone.addEventListener('abort', () => {
    if (!begun) place.cancel();
  });
  const answering = Promise.resolve(answerCall(path, incoming, place));
  const first = await Promise.race([answering, created]);
  // Its end goes to the store; no request waits for it.
  if (begun) answering.catch(() => undefined);
  return first;
};

/** The task of an earlier call with the same key and the same arguments. */
const findEarlier = async (path: TaskPath, call: TaskCall, scope: TaskScope): Promise<StoredTask | undefined> => {
  const { server, tasks } = path;
  const { name, arguments: args } = call.frame.params ?? {};
  const argument = server.taskOf(name)?.keyArgument;
  const { idempotency_key: given } = callMeta(call.meta, metaKeys);
  const named = argument !== undefined && isJsonObject(args) ? args[argument] : undefined;
  const key = given ?? (typeof named === 'string' && named !== '' ? named : undefined);
  if (key === undefined || typeof name !== 'string') return undefined;
  const task = await tasks.findByKey(scope, name, key);
  if (!task || task.digest !== digestOf(argumentsOf(call.frame))) return undefined;
  if (task.silent_since === undefined) return task;
  // The rules for keys decide whether the call may run again.
  await changeTask(tasks, scope, task.id, await endLost(server, task));
  return undefined;
};

const newTask = (beginning: BeginningTask, frame: RequestFrame, scope: TaskScope) => {
  const { operation, writes, idempotency_key: key, subject, next_actions } = beginning;
  return {
    ...scope,
    tool: String(frame.params?.['name']),
    ...(key !== undefined && { key }),
    digest: digestOf(argumentsOf(frame)),
    ttlMs,
    state: writeState({
      status: 'working',
      operation,
      writes,
      keyed: key !== undefined,
      ...(subject && { subject }),
      ...(next_actions && { next_actions: next_actions as unknown as readonly JsonObject[] }),
    }),
  };
};

const argumentsOf = ({ params }: RequestFrame): JsonObject => {
  const args = params?.['arguments'];
  return isJsonObject(args) ? args : {};
};

/** The line back to the client, and what it has answered in earlier rounds of the call. */
const clientOf = (
  server: Server,
  { frame, meta, caller }: TaskCall,
  begun: () => BegunTask | undefined,
): Pick<Incoming, 'line' | 'confirming'> => {
  const { name, arguments: args, requestState, inputResponses } = frame.params ?? {};
  const capabilities = meta[protocolMeta.clientCapabilities] as RequestSource['capabilities'];
  const responses = isJsonObject(inputResponses) ? inputResponses : undefined;
  const state = readState(server, requestState, { caller, method: 'tools/call', name, arguments: args });
  // Log lines are not part of a task, and there is no stream for them before it.
  const source: RequestSource = { capabilities, responses, log: () => undefined };
  const round = createRequestClient(source, isFailure(state) ? undefined : state?.answers);
  const client = createTaskClient(round, begun);
  return {
    line: { client, round: { client, state, responses } },
    confirming: canAsk(capabilities) ? 'input_required' : undefined,
  };
};

/** Puts the end of a call on record. The store may be down for a moment; the answer of the task must not be lost. */
const end = async (server: Server, { id, scope, tasks, running }: BegunTask, outgoing: Outgoing): Promise<void> => {
  const change = await endOf(server, outgoing);
  await keepTrying(() => changeTask(tasks, scope, id, change));
  running.remove(id);
};

const attempts = 6;
const firstPauseMs = 50;

/** A task that stays without its end is ended as lost once the lease of this process has passed. */
const keepTrying = async (write: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      await write();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** attempt));
    }
  }
};
