/**
 * The panels of the chart: for each figure, a bar for each agent.
 *
 * @param {readonly { agent: string, serving: string }[]} running
 * @param {readonly import('../measure/totals.mjs').Totals[]} totals
 * @returns {readonly import('../../src/write-up/panels.mjs').Panel[]}
 */
export const panelsOf = (running, totals) =>
  figures.map(({ title, hint, of }) => ({
    title,
    hint,
    bars: running.map(({ agent, serving }, index) => {
      const value = of(totals[index]);
      return {
        name: serving === 'other' ? `${agent}, other sentences` : agent,
        value,
        least: value,
        most: value,
        group: groupOf(agent),
      };
    }),
  }));

/** @type {readonly { title: string, hint: string, of: (totals: import('../measure/totals.mjs').Totals) => number }[]} */
const figures = [
  {
    title: 'Recovered',
    hint: '% of what can be recovered, more is better',
    of: ({ recovered, recoverable }) => (100 * recovered) / recoverable,
  },
  {
    title: 'Stopped where it must',
    hint: '% of what must not be done, more is better',
    of: ({ correct_stops: stops, must_stop: must }) => (100 * stops) / must,
  },
  { title: 'Done twice', hint: 'duplicate side effects, 0 is right', of: ({ duplicates }) => duplicates },
  {
    title: 'Reported as done, but not done',
    hint: 'false successes, 0 is right',
    of: ({ false_successes: falsehoods }) => falsehoods,
  },
  { title: 'Calls', hint: 'all calls of the run; an agent that gives up makes few', of: ({ calls }) => calls },
];

/** @type {(agent: string) => 'ours' | 'peer' | 'floor'} */
const groupOf = (agent) => (agent === 'contract' ? 'ours' : agent === 'oracle' ? 'floor' : 'peer');

/** @type {import('../../src/write-up/chart.mjs').Legend} */
export const legend = {
  entries: [
    { group: 'ours', text: 'Recourse: the shipped client, the contract' },
    { group: 'peer', text: 'the plain SDK, sentences' },
    { group: 'floor', text: 'knows every fault' },
  ],
};
