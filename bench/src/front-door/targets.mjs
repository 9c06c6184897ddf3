/**
 * The targets of the front door. Each row names the two servers, the figure that is compared, and the bound.
 *
 * @typedef {import('./summary.mjs').Row} Row
 * @typedef {object} Goal
 * @property {string} what
 * @property {string} ours
 * @property {string} other
 * @property {(ours: Row, other: Row) => number} compare
 * @property {number} limit
 * @property {'at least' | 'at most'} bound
 */

/** @type {Goal['compare']} */
const rate = (ours, other) => ours.beside(other);
/** How many times as long a call takes. @type {Goal['compare']} */
const time = (ours, other) => other.beside(ours);
/** How many times as much processor time a call takes. @type {Goal['compare']} */
const processor = (ours, other) => ours.cpuBeside(other);
/** @type {Goal['compare']} */
const memory = (ours, other) => ours.rssMb / other.rssMb;

const sdk = 'SDK 2.4, 2026, JSON';

/** @type {readonly Goal[]} */
const httpGoals = [
  { what: 'calls/s vs. SDK 2.4', ours: 'ours, 2026', other: sdk, compare: rate, bound: 'at least', limit: 8 },
  {
    what: 'calls/s vs. bare node:http',
    ours: 'ours, 2026',
    other: 'bare node:http',
    compare: rate,
    bound: 'at least',
    limit: 0.5,
  },
  {
    what: 'processor time of a call vs. bare node:http',
    ours: 'ours, 2026',
    other: 'bare node:http',
    compare: processor,
    bound: 'at most',
    limit: 1.8,
  },
  {
    what: 'processor time of a call vs. SDK 1.32 with sessions',
    ours: 'ours, 2025',
    other: 'SDK 1.32, session',
    compare: processor,
    bound: 'at most',
    limit: 1,
  },
  {
    what: 'processor time of a call vs. SDK 2.4',
    ours: 'ours, 2026',
    other: sdk,
    compare: processor,
    bound: 'at most',
    limit: 0.2,
  },
  {
    what: 'memory after load vs. SDK 2.4',
    ours: 'ours, 2026',
    other: sdk,
    compare: memory,
    bound: 'at most',
    limit: 1,
  },
  {
    what: 'time of a call with a wrong argument vs. a valid call',
    ours: 'ours, wrong argument',
    other: 'ours, 2026',
    compare: time,
    bound: 'at most',
    limit: 1.3,
  },
  {
    what: 'time of a call of an unknown tool vs. a valid call',
    ours: 'ours, unknown tool',
    other: 'ours, 2026',
    compare: time,
    bound: 'at most',
    limit: 1.3,
  },
  {
    what: 'SQLite and a key vs. memory, calls/s',
    ours: 'ours, SQLite and a key',
    other: 'ours, 2026',
    compare: rate,
    bound: 'at least',
    limit: 0.5,
  },
];

/** @type {readonly Goal[]} */
const stdioGoals = ['2025', '2026'].flatMap((era) => [
  {
    what: `calls/s vs. SDK 2.4, ${era}`,
    ours: `ours, ${era}`,
    other: `SDK 2.4, ${era}`,
    compare: rate,
    bound: /** @type {const} */ ('at least'),
    limit: 1.5,
  },
  {
    what: `memory after load vs. SDK 2.4, ${era}`,
    ours: `ours, ${era}`,
    other: `SDK 2.4, ${era}`,
    compare: memory,
    bound: /** @type {const} */ ('at most'),
    limit: 1,
  },
]);

/** @type {(goals: readonly Goal[]) => (find: import('./summary.mjs').Find) => readonly import('../report.mjs').Target[]} */
const targetsOf = (goals) => (find) =>
  goals.flatMap(({ what, ours, other, compare, bound, limit }) => {
    const [one, two] = [find(ours), find(other)];
    return one && two ? [{ what, measured: compare(one, two), limit, bound, unit: '×' }] : [];
  });

export const httpTargets = targetsOf(httpGoals);
export const stdioTargets = targetsOf(stdioGoals);

/** From spawn to the first answer, compared with the SDK in the same era. @type {(find: (name: string) => readonly number[] | undefined, compare: (ours: readonly number[], other: readonly number[]) => number) => readonly import('../report.mjs').Target[]} */
export const coldStartTargets = (find, compare) =>
  ['2025', '2026'].flatMap((era) => {
    const [ours, other] = [find(`ours, ${era}`), find(`SDK 2.4, ${era}`)];
    if (!ours || !other) return [];
    return [{ what: `cold start vs. SDK 2.4, ${era}`, measured: compare(ours, other), limit: 0.8, unit: '×' }];
  });
