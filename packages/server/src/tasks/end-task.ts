import { fail, isFailure } from '@recourse/contract';
import type { Failure, JsonObject, NextAction, Outcome } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { StoredTask } from '@recourse/engine/sharing';
import type { Outgoing } from '../call/outgoing.ts';
import { serverInfoMeta } from '../rpc/messages.ts';
import { rpcErrors } from '../rpc/protocol.ts';
import type { StateChange } from './change-task.ts';
import type { TaskState } from './task-state.ts';

/** Decides the end of a task from the end of its call. */
export const endOf = async (server: Server, outgoing: Outgoing): Promise<(state: TaskState) => StateChange> => {
  if (outgoing.kind === 'error') {
    const { error } = outgoing;
    return ended({ status: 'failed', error: JSON.parse(JSON.stringify(error)) as JsonObject, message: error.message });
  }
  if (outgoing.kind === 'input') {
    // A task asks through `tasks/get`; nothing is left that could ask by result.
    const error = {
      code: rpcErrors.internal,
      message: 'The tool asked the client for input after the call had become a task',
    };
    return ended({ status: 'failed', error, message: error.message });
  }
  const { outcome } = outgoing;
  const result = await render(server, outgoing);
  const isCancelled = isFailure(outcome) && outcome.code === 'CALL_CANCELLED';
  // The rules for keys decide about the next call, unless the outcome is what the key returns from now on.
  const freesKey = isFailure(outcome) && (outcome.effect === 'none' || outcome.effect === 'unknown');
  return (state) =>
    isCancelled && state.cancelled
      ? ended({ status: 'cancelled', message: cancelMessage(outcome) }, freesKey)(state)
      : ended(
          { status: 'completed', result, ...(isFailure(outcome) && { message: outcome.message }) },
          freesKey,
        )(state);
};

/**
 * Ends a task whose process is gone or silent. How far the call got is unknown, and it is not run again: the caller
 * looks, or repeats it under its key, and then the rules for keys decide.
 */
export const endLost = async (server: Server, task: StoredTask): Promise<(state: TaskState) => StateChange> => {
  const state = task.state as unknown as TaskState;
  const request = { tool: task.tool, arguments: {}, caller: { transport: 'in-process', local: true } } as const;
  const outcome = lostFailure(task, state);
  const result = await render(server, { outcome, request, startedAt: task.created_at });
  return ended({ status: 'completed', result, message: outcome.message }, true);
};

const lostFailure = ({ created_at, silent_since }: StoredTask, state: TaskState): Failure => {
  const { operation, writes, keyed, subject, next_actions: looks } = state;
  const about = subject ? { subject } : {};
  const details = {
    operation,
    started_at: new Date(created_at).toISOString(),
    last_heard_at: new Date(silent_since ?? created_at).toISOString(),
  };
  if (!writes) {
    const hint = `Make the call again; '${operation}' is read-only.`;
    return fail('CONFLICT_OUTCOME_UNKNOWN', details, { ...about, effect: 'none', recovery: 'retry', hint });
  }
  return fail('CONFLICT_OUTCOME_UNKNOWN', details, {
    ...about,
    effect: 'unknown',
    retryable: keyed,
    ...(looks && { next_actions: looks as unknown as readonly NextAction[] }),
    ...(!keyed && { hint: 'Check whether the call took effect before you repeat it.' }),
  });
};

const ended =
  (end: Pick<TaskState, 'status' | 'message' | 'result' | 'error'>, freesKey = true) =>
  ({ operation, writes, keyed }: TaskState): StateChange => ({
    state: { operation, writes, keyed, ...end },
    ended: true,
    freesKey,
  });

const cancelMessage = ({ message, effect }: Failure): string =>
  effect === 'none' ? message : `${message}. Check whether it took effect.`;

/** The result exactly as the call itself would have had it. */
const render = async (
  server: Server,
  {
    outcome,
    request,
    startedAt,
  }: { readonly outcome: Outcome } & Pick<Extract<Outgoing, { kind: 'outcome' }>, 'request' | 'startedAt'>,
): Promise<JsonObject> => {
  const additions = { members: '"resultType":"complete"', meta: JSON.stringify(serverInfoMeta(server)).slice(1, -1) };
  return JSON.parse(await server.renderText(outcome, request, startedAt, additions)) as JsonObject;
};
