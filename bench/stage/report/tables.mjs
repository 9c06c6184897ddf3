import { describeTarget, isMet } from '../../src/report.mjs';

const whole = (value) => Math.round(value).toLocaleString('en');

/** @param {ReturnType<typeof import('./summarise.mjs').summarise>} run */
export const serverRows = ({ servers }) => [
  [
    'server',
    'tasks done',
    'no tool for',
    'wrong elements',
    'false successes',
    'calls',
    'tokens',
    'with the list of tools',
    'tools',
    'answer time',
  ],
  ...servers.map(({ name, tasks, done, cannot, wrong, false: untrue, calls, tokens, listing, seconds }) => [
    name,
    `${done} of ${tasks}`,
    String(cannot),
    String(wrong),
    String(untrue),
    whole(calls),
    whole(tokens),
    whole(tokens + listing.tokens),
    String(listing.tools),
    `${seconds.toFixed(0)} s`,
  ]),
];

export const sharedRows = ({ shared }) => [
  ['peer', 'tasks that it has done', 'its tokens', 'ours', 'ratio'],
  ...shared.map(({ name, tasks, peer, ours, ratio }) => [
    name,
    String(tasks),
    whole(peer),
    whole(ours),
    ratio.toFixed(2),
  ]),
];

/** Tokens where the task was done; otherwise how it ended. */
export const taskRows = ({ servers, tasks }) => [
  ['task', ...servers.map(({ name }) => name), 'ratio to the cheapest'],
  ...tasks.map(({ task, cells, ratio }) => [
    task,
    ...servers.map(({ name }) => cellOf(cells[name])),
    ratio === undefined ? '' : ratio.toFixed(2),
  ]),
];

const cellOf = ({ outcome, tokens, wrong, false: untrue }) => {
  if (outcome === 'done') return whole(tokens);
  if (outcome === 'cannot') return 'no tool';
  return wrong.length > 0 ? '**wrong**' : untrue.length > 0 ? '**false**' : 'failed';
};

export const timingRows = ({ timings }) => [
  ['', 'server', 'median', 'processor time'],
  ...timings.flatMap(({ what, rows }) =>
    rows.map(({ name, ms, cpuMs }) => [what, name, `${ms.toFixed(1)} ms`, `${cpuMs.toFixed(1)} ms`]),
  ),
];

export const targetRows = ({ targets }) => [
  ['target', 'measured', 'met'],
  ...targets.map((target) => [
    target.what,
    describeTarget(target).replace('; Infinity % off', ''),
    isMet(target) ? 'yes' : '**no**',
  ]),
];

/** For the terminal. */
export const formatSummary = (run) =>
  [serverRows(run), sharedRows(run), taskRows(run), timingRows(run), targetRows(run)].map(align).join('\n\n');

const align = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
