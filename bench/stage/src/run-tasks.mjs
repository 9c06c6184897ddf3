import { openSession } from './session.mjs';
import { runTask } from './run-task.mjs';

/**
 * All tasks with one driver, one after another in the same session. A session in which a task has failed, or whose app
 * has ended, is replaced, so that no task suffers from the one before.
 *
 * @param {any} driver
 * @param {readonly import('./run-task.mjs').Task[]} tasks
 * @param {Awaited<ReturnType<typeof import('./place.mjs').openPlace>>} place
 * @param {(result: import('./run-task.mjs').TaskResult) => void} onResult
 */
export const runTasks = async (driver, tasks, place, onResult) => {
  const results = [];
  let session;
  for (const task of tasks) {
    session ??= await openSession(driver, place);
    const result = await runTask(task, session);
    results.push(result);
    onResult(result);
    if (result.outcome === 'done' && !task.ends) continue;
    await session.close();
    session = undefined;
  }
  await session?.close();
  return results;
};
