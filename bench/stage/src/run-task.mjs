import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotError, createUser } from './user.mjs';

/**
 * A task of the comparison: what a user asks for, and how it is done with elements that answers have shown.
 *
 * @typedef {{ readonly name: string, readonly page: string, readonly request: string, readonly ends?: boolean, readonly run: (user: import('./user.mjs').User) => Promise<void> }} Task
 * @typedef {{ readonly task: string, readonly outcome: 'done' | 'failed' | 'cannot', readonly reason?: string, readonly calls: number, readonly tokens: number, readonly ms: number, readonly wrong: readonly string[], readonly false: readonly string[], readonly answers: readonly object[] }} TaskResult
 */

/** @param {Task} task @param {import('./session.mjs').Session} session @returns {Promise<TaskResult>} */
export const runTask = async (task, session) => {
  const { app, driver, shown } = session;
  await app.open(task.page);
  for (const name of ['contract.txt', 'receipt.txt']) await writeFile(path.join(app.folder, name), `${name}\n`);
  session.cut();
  const tally = { wrong: [], false: [] };
  const user = createUser({ driver, app, shown, tally });
  const end = await attempt(async () => {
    await user.begin();
    await task.run(user);
  });
  const { calls, tokens, ms, answers } = session.cut();
  return { task: task.name, ...end, calls, tokens, ms, wrong: tally.wrong, false: tally.false, answers };
};

const attempt = async (run) => {
  try {
    await run();
    return { outcome: 'done' };
  } catch (error) {
    return { outcome: error instanceof CannotError ? 'cannot' : 'failed', reason: error.message };
  }
};
