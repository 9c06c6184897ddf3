import { tools } from '../serve/tools.mjs';
import { done, stop } from './session.mjs';

/**
 * Makes the same first call as every agent, and from then on knows what went wrong and what it takes. It claims success
 * only with an answer that shows it. No agent can need fewer calls, so it is the reference.
 *
 * @param {import('./session.mjs').Session} session
 * @param {import('../world/scenarios.mjs').Scenario} scenario
 * @returns {Promise<import('./session.mjs').Ended>}
 */
export const oracle = async (session, scenario) => {
  const { expect, kind, task, faults, wire, sent, sentTool, yes } = scenario;
  const first = await session.call(sentTool, sent);
  if (expect === 'stop') return stop(first.text);
  if (expect === 'clean') return done(first.text);
  if (kind === 'batch_passing') return finish(await session.call(task.tool, { items: failedItems(scenario) }));
  if (kind === 'state_to_change') {
    const remedy = remedyOf(scenario);
    await session.call(remedy.tool, remedy.arguments);
  }
  if (kind === 'timeout_done_late') await session.sleep(1_000);
  if (isDone(faults, wire, 1)) return finish(await look(session, task));
  const end = Math.max(0, ...faults.map(({ untilMs = 0 }) => untilMs));
  // A fault is known when it has been met: a call that never reached the back end has met none of its faults.
  if (kind === 'wrong_then_limited') await session.call(task.tool, task.arguments);
  if (end > 0) await session.sleep(end);
  const asks = tools[task.tool].kind === 'destructive' || tools[task.tool].counts !== undefined;
  const args = { ...task.arguments, ...(asks && yes && { confirm: true }) };
  for (let number = 2; ; number += 1) {
    const answer = await session.call(task.tool, args);
    if (answer.kind === 'ok') return done(answer.text);
    if (isDone(faults, wire, number)) return finish(await look(session, task));
    if (session.callsLeft < 1) return stop(answer.text);
  }
};

/** Whether the call with that number took effect although the caller was not told. @type {(faults: readonly any[], wire: readonly any[], number: number) => boolean} */
const isDone = (faults, wire, number) =>
  (number === 1 && faults.some(({ kind, stage }) => stage === 'after' || kind === 'late')) ||
  wire.some(({ kind, call = 1 }) => call === number && (kind === 'lose_answer' || kind === 'close_after'));

/** @type {(session: import('./session.mjs').Session, task: import('../world/tasks.mjs').Task) => Promise<import('./session.mjs').Answer>} */
const look = (session, { tool, arguments: args }) => {
  const found = tools[tool].look?.(args);
  if (!found) throw new Error(`${tool} has no look`);
  return session.call(found.tool, found.arguments);
};

/** @param {import('./session.mjs').Answer} answer */
const finish = ({ kind, text }) => (kind === 'ok' ? done(text) : stop(text));

/** @param {import('../world/scenarios.mjs').Scenario} scenario */
const failedItems = ({ task, faults }) =>
  /** @type {readonly { title: string }[]} */ (task.arguments['items']).filter(({ title }) =>
    faults[0].titles?.includes(title),
  );

/** @type {(scenario: import('../world/scenarios.mjs').Scenario) => { tool: string, arguments: Record<string, unknown> }} */
const remedyOf = ({ task: { tool, arguments: args } }) => {
  const { id, invoice, path = '' } = /** @type {Record<string, string>} */ (args);
  if (tool === 'comment_ticket') return { tool: 'reopen_ticket', arguments: { id } };
  if (tool === 'pay_invoice') return { tool: 'approve_invoice', arguments: { invoice } };
  return { tool: 'create_folder', arguments: { path: path.slice(0, path.lastIndexOf('/')) } };
};
