import type { JsonObject } from '@recourse/contract';
import type { Questions } from '@recourse/engine/client';
import type { Tasks, TaskScope } from '@recourse/engine/sharing';
import type { RequestClient } from '../asking/request-client.ts';
import { changeTask } from './change-task.ts';
import type { RunningTasks } from './running-tasks.ts';
import { stateOf } from './task-state.ts';

/** A task that has begun, and where it is kept. */
export interface BegunTask {
  readonly id: string;
  readonly scope: TaskScope;
  readonly tasks: Tasks;
  readonly running: RunningTasks;
}

/**
 * The client of a call that may become a task. Before that, it is asked by the result of the call; afterwards through the
 * task, which then waits in the store for answers, through whichever process they come.
 */
export const createTaskClient = (round: RequestClient, begun: () => BegunTask | undefined): RequestClient =>
  ({
    get later() {
      return round.later;
    },
    get consent() {
      return round.consent;
    },
    get refused() {
      return round.refused;
    },
    get askLater() {
      return begun() ? undefined : round.askLater;
    },
    can: (question) => round.can(question),
    ask: async (questions, signal) => {
      const task = begun();
      const given = await round.ask(questions, signal);
      const open = Object.fromEntries(Object.entries(questions).filter(([name]) => !Object.hasOwn(given, name)));
      return task && Object.keys(open).length > 0 ? { ...given, ...(await askByTask(task, open, signal)) } : given;
    },
    keepConsent: (token) => round.keepConsent?.(token),
    log: (level, data) => round.log(level, data),
  }) as RequestClient;

const askByTask = async (
  { id, scope, tasks, running }: BegunTask,
  questions: Questions,
  signal: AbortSignal,
): Promise<JsonObject> => {
  const names = Object.keys(questions);
  const requests = Object.fromEntries(
    Object.entries(questions).map(([name, { method, params }]) => [name, { method, params }]),
  );
  await changeTask(tasks, scope, id, (state) => ({
    state: { ...state, status: 'input_required', questions: { ...state.questions, ...requests } },
  }));
  return untilChanged(running, id, signal, async () => {
    const task = await tasks.find(scope, id);
    const answers = task ? stateOf(task).answers : {};
    const given = names.flatMap((name) => {
      const answer = answers?.[name];
      return answer === undefined ? [] : [[name, answer] as const];
    });
    return given.length === names.length ? Object.fromEntries(given) : undefined;
  });
};

/** Looks again whenever the task may have changed, until there is something. */
const untilChanged = <Found>(
  running: RunningTasks,
  id: string,
  signal: AbortSignal,
  look: () => Promise<Found | undefined>,
): Promise<Found> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      unwatch();
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(signal.reason instanceof Error ? signal.reason : new Error('The call was cancelled'));
    };
    const check = async (): Promise<void> => {
      const found = await look();
      if (found === undefined) return;
      end();
      resolve(found);
    };
    // If the store is down, a later look finds the answers.
    const tryCheck = (): void => void check().catch(() => undefined);
    const unwatch = running.watch(id, tryCheck);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    else tryCheck();
  });
