/**
 * Whether a model was shown what only a success may tell, or told which fault it meets: in the instructions, the task,
 * or the answer to a call that did not succeed. `calls` are those that went over the line.
 *
 * @type {(scenario: import('../world/scenarios.mjs').Scenario, messages: readonly import('./endpoint.mjs').Message[], calls: readonly import('../serve/line.mjs').Recorded[]) => readonly string[]}
 */
export const findPromptLeaks = ({ id, kind, task }, messages, calls) => {
  const leaks = [];
  const given = messages.filter(({ role }) => role === 'system' || role === 'user');
  for (const { content } of given) {
    if (content?.includes(task.answer)) leaks.push(`${id}: the task contains its own answer`);
    if (content?.includes(kind)) leaks.push(`${id}: the task names the fault`);
  }
  const succeeded = calls.some(({ outcome, shown }) => outcome === 'ok' && shown.includes(task.answer));
  const isShown = messages.some(({ role, content }) => role === 'tool' && content?.includes(task.answer));
  if (isShown && !succeeded) leaks.push(`${id}: an answer that is not a success contains the answer of the task`);
  return leaks;
};
