/**
 * Whether an answer that is no success gives away what only a success may tell: the receipt of a write, the note that a
 * read is after. A hint with the answer in it would make recovery a matter of copying. Returns what was found.
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
