import type { Transitions } from '../model/states.ts';

/** The table of transitions as Markdown, for the documentation of a pipeline. */
export const transitionsTable = (transitions: Transitions): string =>
  [
    '| from | to |',
    '| --- | --- |',
    ...Object.entries(transitions).map(([from, to]) => `| ${from} | ${to.join(', ') || 'none'} |`),
  ].join('\n');
