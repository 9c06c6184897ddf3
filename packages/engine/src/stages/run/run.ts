import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { defaultTimeouts } from '../../settings/settings.ts';
import type { TimeoutSettings } from '../../settings/settings.ts';
import { defineStage } from '../stage.ts';
import type { Answering, Stage } from '../stage.ts';
import { beginningTask } from './beginning-task.ts';
import { endFailure, HandlerRun } from './handler-run.ts';

export interface RunOptions {
  readonly timeouts?: Partial<TimeoutSettings>;
}

/**
 * Runs the handler, and ends when the handler does. When its time is up or the caller cancels, the caller is answered
 * early; the handler's own outcome follows and passes every stage.
 */
export const run = (options: RunOptions = {}): Stage => {
  const timeouts: TimeoutSettings = { ...defaultTimeouts, ...options.timeouts };
  const codes = ['INTERNAL_TIMEOUT', 'CALL_CANCELLED', 'VALIDATION_CLIENT_INPUT'] as const;
  const start = (call: Call): Answering => {
    const operation = operationOf(call);
    if (call.request.signal?.aborted) return endFailure(call, operation, { kind: 'cancelled' });
    call.state.started = true;
    const timeoutMs = Math.min(operation.timeoutMs ?? timeouts.defaultMs, timeouts.maxMs);
    return new HandlerRun(call, operation, timeoutMs).start();
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
