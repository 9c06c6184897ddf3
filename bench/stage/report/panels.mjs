/** The panels of the chart. @param {ReturnType<typeof import('./summarise.mjs').summarise>} run */
export const panelsOf = ({ servers, shared, timings }) => [
  {
    title: 'Tasks done',
    hint: 'of 30, judged by the state of the app; more is better',
    bars: servers.map(({ name, done }) => bar(name, done)),
  },
  {
    title: 'Wrong elements and false successes',
    hint: 'actions on another element, and reported successes without effect; 0 is right',
    bars: servers.map(({ name, wrong, false: untrue }) => bar(name, wrong + untrue)),
  },
  {
    title: 'Tokens vs. each peer',
    hint: 'ours in % of the peer, on the tasks that the peer has done; less is better',
    bars: shared.map(({ name, ratio }) => bar(`vs. ${name}`, ratio * 100, 'ours')),
  },
  ...timings.map(({ what, rows }) => ({
    title: titles[what],
    hint: 'median in ms, less is better',
    bars: rows.map(({ name, ms }) => bar(name, ms)),
  })),
];

const titles = { launch: 'Launch', snapshot: 'Snapshot', state: 'State of one element', click: 'Click' };

const bar = (name, value, group = name === 'recourse' ? 'ours' : 'peer') => ({
  name,
  value,
  least: value,
  most: value,
  group,
});

/** @type {import('../../src/write-up/chart.mjs').Legend} */
export const legend = {
  entries: [
    { group: 'ours', text: 'Recourse' },
    { group: 'peer', text: 'others' },
  ],
};
