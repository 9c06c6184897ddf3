import type { NextAction, Subject } from '@recourse/contract';

/** Whether a tool runs as a task: where the client accepts one, or not at all otherwise. */
export const taskSupports = ['optional', 'required'] as const;
export type TaskSupport = (typeof taskSupports)[number];

/** A call that is about to go on as a task. */
export interface BeginningTask {
  readonly operation: string;
  /** Whether the operation can change anything. */
  readonly writes: boolean;
  readonly idempotency_key?: string;
  /** The thing that the call is about. */
  readonly subject?: Subject;
  /** The look that shows whether the call took effect. */
  readonly next_actions?: readonly NextAction[];
}

/** Given with a call whose caller accepts a task in place of the outcome. */
export interface TaskRequest {
  /** Creates the task. The handler does not run, or does not go on, before it is recorded; a failure ends the call. */
  begin(task: BeginningTask): Promise<void>;
}
