import { quantile } from '../statistics.mjs';
import { layOurPackages } from './our-packages.mjs';
import { runGenerator } from './run-generator.mjs';
import { canPin } from './server-process.mjs';
import { summarise } from './summary.mjs';
import { httpTargets, stdioTargets } from './targets.mjs';

/** @typedef {import('../report.mjs').Options} Options */

const full = { rounds: 9, warmUpMs: 1200, warmUpCalls: 4000, oneMs: 250, manyMs: 500 };
const quick = { rounds: 2, warmUpMs: 250, warmUpCalls: 0, oneMs: 60, manyMs: 150 };

/** Measures a tool call over HTTP, compared with other servers. @type {(options: Options) => Promise<import('../report.mjs').Report>} */
export const measureHttp = (options) => measure('http', 'SDK 2.4, 2026, JSON', httpTargets, options);

/** Measures a tool call over stdio, compared with other servers. @type {(options: Options) => Promise<import('../report.mjs').Report>} */
export const measureStdio = (options) => measure('stdio', 'SDK 2.4, 2025', stdioTargets, options);

/**
 * @param {'http' | 'stdio'} transport
 * @param {string} peer whom the last column compares with
 * @param {(find: import('./summary.mjs').Find) => readonly import('../report.mjs').Target[]} targetsOf
 * @param {Options} options
 * @returns {Promise<import('../report.mjs').Report>}
 */
const measure = async (transport, peer, targetsOf, options) => {
  await layOurPackages();
  const plan = options.quick ? quick : full;
  const rows = summarise(await runGenerator({ transport, ...plan, ...(options.only && { only: options.only }) }));
  const find = (/** @type {string} */ name) => rows.find((row) => row.name === name);
  const beside = find(peer);
  return {
    tables: [
      {
        title: `${transport}: one echo call; medians of ${plan.rounds} rounds, all servers in turn in each`,
        columns: [
          { name: 'server' },
          { name: '1 at a time, calls/s' },
          { name: 'p50 ms', digits: 3 },
          { name: '16 at a time, calls/s' },
          { name: 'least' },
          { name: 'most' },
          { name: 'p50 ms', digits: 2 },
          { name: 'p99 ms', digits: 2 },
          { name: 'CPU µs/call', digits: 1 },
          { name: 'RSS MB' },
          { name: `× ${peer}`, digits: 2 },
        ],
        rows: rows.map((row) => [
          row.name,
          row.one.perSecond,
          row.one.p50,
          row.many.perSecond,
          quantile(row.rates, 0),
          quantile(row.rates, 1),
          row.many.p50,
          row.many.p99,
          row.cpuUs,
          row.rssMb,
          beside ? row.beside(beside) : Number.NaN,
        ]),
      },
    ],
    targets: targetsOf(find),
    notes: [
      canPin
        ? 'servers run on one core, the load on another'
        : 'servers and load share the cores of this machine: nothing could be pinned',
      'every answer was checked: its text, its id, and that it is not an error (or, for a refusal, its code)',
    ],
  };
};
