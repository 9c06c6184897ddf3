import { fail, isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import type { StoredTask, TaskScope } from '@recourse/engine/sharing';
import type { TaskPath } from './call-as-task.ts';
import { changeTask } from './change-task.ts';
import { endLost } from './end-task.ts';
import { renderDetails } from './task-state.ts';
import type { TaskState } from './task-state.ts';

/** The methods of the tasks extension. */
export const taskMethods = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const;
export type TaskMethod = (typeof taskMethods)[number];

/** Answers a method about a task: with the result, or with the failure to refuse it with. */
export const answerTaskMethod = async (
  path: TaskPath,
  scope: TaskScope,
  method: TaskMethod,
  params: JsonObject,
): Promise<JsonObject | Failure> => {
  const id = String(params['taskId']);
  const task = await findTask(path, scope, id);
  if (!task) {
    const details = { resource_type: 'task', resource_id: id.slice(0, 64) };
    const hint = 'Use the taskId that a call returned; a task is dropped when its ttlMs has elapsed.';
    return fail('NOT_FOUND_RESOURCE', details, { hint });
  }
  if (method === 'tasks/get') return renderDetails(task);
  const responses = params['inputResponses'];
  const decide = method === 'tasks/cancel' ? cancel : answer(isJsonObject(responses) ? responses : {});
  await changeTask(path.tasks, scope, id, decide);
  if (!task.ended) await path.runningTasks.signal(id);
  return {};
};

/** Finds a task. One whose process is gone or silent is ended first. */
const findTask = async ({ server, tasks }: TaskPath, scope: TaskScope, id: string): Promise<StoredTask | undefined> => {
  const task = await tasks.find(scope, id);
  if (task?.silent_since === undefined) return task;
  return changeTask(tasks, scope, id, await endLost(server, task));
};

const cancel = (state: TaskState) => ({ state: { ...state, cancelled: true as const } });

/** Takes the answers to questions that wait; any others are ignored. */
const answer = (responses: JsonObject) => (state: TaskState) => {
  const open = Object.entries(state.questions ?? {});
  const answered = Object.fromEntries(
    open.flatMap(([name]) => {
      const response = Object.hasOwn(responses, name) ? responses[name] : undefined;
      return isJsonObject(response) ? [[name, response]] : [];
    }),
  );
  const left = open.filter(([name]) => !Object.hasOwn(answered, name));
  if (left.length === open.length) return undefined;
  const { questions: _, ...rest } = state;
  return {
    state: {
      ...rest,
      status: left.length === 0 ? ('working' as const) : ('input_required' as const),
      ...(left.length > 0 && { questions: Object.fromEntries(left) }),
      answers: { ...state.answers, ...answered },
    },
  };
};
