/**
 * Finds answers that are not a success but reveal what only a success may contain: the receipt of a write, or the note
 * that a read is after. A hint that contains the answer would reduce recovery to copying.
 *
 * @param {import('../world/scenarios.mjs').Scenario} scenario
 * @param {readonly import('../serve/line.mjs').Recorded[]} calls
 * @returns {readonly string[]}
 */
export const findLeaks = ({ id, task }, calls) =>
  calls
    .filter((call) => hintOf(call).includes(task.answer))
    .map(({ tool }) => `${id}: a failure of '${tool}' contains the answer of the task`);

/** The whole failure; of plain servers also what they say without calling it an error. @param {import('../serve/line.mjs').Recorded} call */
const hintOf = ({ failure, shown }) => failure ?? (shown.startsWith('{') ? '' : shown);
