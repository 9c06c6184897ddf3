import type { NextAction, Subject } from '@recourse/contract';

/** Whether a tool runs as a task: only if the client accepts one, or the call is refused otherwise. */
export const taskSupports = ['optional', 'required'] as const;
export type TaskSupport = (typeof taskSupports)[number];

/** A call that is about to continue as a task. */
export interface BeginningTask {
  readonly operation: string;
  /** Whether the operation can change anything. */
  readonly writes: boolean;
  readonly idempotency_key?: string;
  /** The thing that the call is about. */
  readonly subject?: Subject;
  /** The lookup that shows whether the call took effect. */
  readonly next_actions?: readonly NextAction[];
}

/** Present if the caller accepts a task instead of the outcome. */
export interface TaskRequest {
  /** Creates the task. The handler does not start or continue before the task is recorded; a failure ends the call. */
  begin(task: BeginningTask): Promise<void>;
}
