/**
 * The shape of a scenario, which is the same for scenarios that differ only in names and numbers: the kind, the tool, the faults in their
 * order with their lengths to the nearest power of two, and when a colleague comes.
 *
 * @param {import('./scenarios.mjs').Scenario} scenario
 */
export const shapeOf = ({ kind, task, sentTool, sent, faults, wire, yes, colleague }) =>
  JSON.stringify([
    kind,
    task.tool,
    sentTool === task.tool,
    Object.keys(sent).map((name) => name in task.arguments),
    faults.map(({ kind: fault, stage, times = 1, untilMs, announced, lateMs, titles }) => [
      fault,
      stage,
      times,
      size(untilMs),
      announced,
      size(lateMs),
      titles?.length,
    ]),
    wire.map(({ kind: fault, call }) => [fault, call]),
    yes,
    colleague && [colleague.afterMs, JSON.stringify(colleague.arguments) === JSON.stringify(task.arguments)],
  ]);

const size = (/** @type {number | undefined} */ ms) => (ms === undefined ? undefined : Math.round(Math.log2(ms)));

/** How many shapes the scenarios of some seeds have, and how many of them others have not. @type {(of: readonly import('./scenarios.mjs').Scenario[], others: readonly import('./scenarios.mjs').Scenario[]) => { shapes: number, unseen: number }} */
export const countShapes = (of, others) => {
  const seen = new Set(others.map(shapeOf));
  const shapes = new Set(of.map(shapeOf));
  return { shapes: shapes.size, unseen: [...shapes].filter((shape) => !seen.has(shape)).length };
};
