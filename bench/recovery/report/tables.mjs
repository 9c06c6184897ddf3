/**
 * The totals by agent, whole seconds in place of milliseconds.
 *
 * @param {readonly { agent: string }[]} running
 * @param {readonly import('../measure/totals.mjs').Totals[]} totals
 */
export const agentsOf = (running, totals) =>
  Object.fromEntries(
    running.map(({ agent }, index) => [
      agent,
      { ...totals[index], virtual_seconds: Math.round(totals[index].virtual_seconds) },
    ]),
  );

/** The same for agents in front of several servings. @type {(running: readonly { agent: string, serving: string }[], totals: readonly import('../measure/totals.mjs').Totals[]) => readonly object[]} */
export const elsewhereOf = (running, totals) => running.map((pair, index) => ({ ...pair, ...totals[index] }));

/** The names of the columns, and their values. @type {readonly [string, (totals: import('../measure/totals.mjs').Totals) => string][]} */
export const columns = [
  ['recovered', ({ recovered, recoverable }) => `${recovered} of ${recoverable}`],
  ['correct stops', ({ correct_stops: stops, must_stop: must }) => `${stops} of ${must}`],
  ['duplicates', ({ duplicates }) => String(duplicates)],
  ['unsafe retries', ({ unsafe_retries: unsafe }) => String(unsafe)],
  ['wasted retries', ({ wasted_retries: wasted }) => String(wasted)],
  ['false successes', ({ false_successes: falsehoods }) => String(falsehoods)],
  ['in doubt', ({ in_doubt: inDoubt }) => String(inDoubt)],
  ['handed over', ({ handed_over: handedOver }) => String(handedOver)],
  ['calls', ({ calls }) => String(calls)],
  ['time', ({ virtual_seconds: seconds }) => `${Math.round(seconds)} s`],
  ['bytes', ({ bytes }) => String(bytes)],
  ['tokens', ({ tokens }) => String(tokens)],
  ['silent faults seen', ({ silent }) => `${silent.recovered} of ${silent.tasks}`],
];

/** @type {Readonly<Record<string, string>>} */
export const servingNames = {
  plain: 'real sentences',
  other: 'other real sentences',
  flagged: 'real sentences, all flagged',
  unflagged: 'real sentences, none flagged',
  told: 'sentences, same facts',
  reworded: 'other words, same facts',
  recourse: 'Recourse',
};

/** Rows of strings, the header first. @type {(running: readonly { agent: string, serving: string }[], totals: readonly import('../measure/totals.mjs').Totals[]) => readonly (readonly string[])[]} */
export const rowsOf = (running, totals) => [
  ['agent', 'serving', ...columns.map(([name]) => name)],
  ...running.map(({ agent, serving }, index) => [
    agent,
    servingNames[serving],
    ...columns.map(([, text]) => text(totals[index])),
  ]),
];

/** For the terminal. @type {(running: readonly { agent: string, serving: string }[], totals: readonly import('../measure/totals.mjs').Totals[]) => string} */
export const tableOf = (running, totals) => {
  const rows = rowsOf(running, totals);
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '),
    )
    .join('\n');
};
