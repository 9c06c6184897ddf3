import type { StoredTask, TaskChange, Tasks, TaskScope } from '@recourse/engine/sharing';
import { stateOf, writeState } from './task-state.ts';
import type { TaskState } from './task-state.ts';

/** The next state of a task, and whether the task ends with it. */
export interface StateChange extends Omit<TaskChange, 'state'> {
  readonly state: TaskState;
}

/**
 * Changes a task from whatever it is now. Another process may change it at the same moment, so the change is decided
 * again on what that one left. Returns the task as it is then; an ended task is returned as it is.
 */
export const changeTask = async (
  tasks: Tasks,
  scope: TaskScope,
  id: string,
  decide: (state: TaskState) => StateChange | undefined,
): Promise<StoredTask | undefined> => {
  for (;;) {
    const task = await tasks.find(scope, id);
    const change = task && !task.ended ? decide(stateOf(task)) : undefined;
    if (!task || !change) return task;
    const changed = await tasks.change(task, { ...change, state: writeState(change.state) });
    if (changed) return changed;
  }
};
