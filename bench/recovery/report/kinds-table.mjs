import { markdownTable } from './markdown-table.mjs';

/**
 * For each kind, how often each agent did the right thing, and with how many calls.
 *
 * @param {import('../measure/measure.mjs').Measured['byKind']} byKind
 * @param {readonly { agent: string }[]} running
 */
export const kindsTable = (byKind, running) =>
  markdownTable([
    ['kind', 'right action', ...running.map(({ agent }) => agent)],
    ...Object.entries(byKind).map(([kind, { expect, of, good, calls }]) => [
      `\`${kind}\``,
      wanted[expect],
      ...running.map((_, index) => `${good[index]} of ${of}, ${(calls[index] / of).toFixed(1)}`),
    ]),
  ]);

/** @type {Readonly<Record<string, string>>} */
const wanted = { clean: 'do it', recover: 'recover', stop: 'stop', silent: 'notice' };
