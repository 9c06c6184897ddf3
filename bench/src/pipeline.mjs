import { callOurs, createOurs, echoArguments, linkCurrent, linkOld } from './pipeline-servers.mjs';
import { median } from './statistics.mjs';

const warmUpRounds = 30;
const fullRounds = 150;
const quickRounds = 15;
const callsInBatch = 40;

/** A call through every stage, beside the same handler behind the official SDKs. @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>} */
export const measurePipeline = async ({ quick }) => {
  const rounds = quick ? quickRounds : fullRounds;
  const [ten, thousand] = [createOurs(10), createOurs(1000)];
  const [current, old] = [await linkCurrent(), await linkOld()];
  const cases = {
    'ours, good call': () => callOurs(ten, 'echo_7', echoArguments),
    'ours, wrong argument': () => callOurs(ten, 'echo_7', { text: 'hello', tmies: 3 }),
    'ours, unknown tool': () => callOurs(ten, 'ecoh_7', echoArguments),
    'ours, one of 1,000 tools': () => callOurs(thousand, 'echo_777', echoArguments),
    'ours, unknown among 1,000': () => callOurs(thousand, 'ecoh_777', echoArguments),
    'SDK 2.4': () => current.callTool({ name: 'echo_0', arguments: echoArguments }),
    'SDK 1.32': () => old.callTool({ name: 'echo_0', arguments: echoArguments }),
  };
  const times = await interleave(cases, rounds);
  const good = times['ours, good call'] ?? Number.NaN;
  const sdk = times['SDK 2.4'] ?? Number.NaN;
  const rejected = Math.max(times['ours, wrong argument'] ?? Infinity, times['ours, unknown tool'] ?? Infinity);
  const first = await measureFirstList();
  return {
    tables: [
      {
        title: `microseconds for one call, in process, client included; median of ${rounds} rounds`,
        columns: [{ name: 'case' }, { name: 'µs', digits: 1 }, { name: '× SDK 2.4', digits: 2 }],
        rows: Object.entries(times).map(([name, time]) => [name, time, time / sdk]),
      },
      {
        title: 'milliseconds to the first tools/list, tools defined included',
        columns: [{ name: 'tools' }, { name: 'ms', digits: 1 }],
        rows: first.rows,
      },
    ],
    targets: [
      { what: 'a call beside SDK 2.4', measured: good / sdk, limit: 0.5, unit: '×' },
      { what: 'a rejected call beside a good one, 10 tools', measured: rejected / good, limit: 2.5, unit: '×' },
      {
        what: 'a rejected call beside a good one, 1,000 tools whose names are all alike',
        measured: (times['ours, unknown among 1,000'] ?? Infinity) / good,
        limit: 2.5,
        unit: '×',
      },
      {
        what: 'one of 1,000 tools beside one of 10',
        measured: (times['ours, one of 1,000 tools'] ?? 0) / good,
        limit: 1.1,
        unit: '×',
      },
      { what: 'each further tool in a first tools/list', measured: first.perTool, limit: 0.6, unit: 'ms' },
    ],
    notes: [],
  };
};

/**
 * @param {Readonly<Record<string, () => Promise<unknown>>>} cases
 * @param {number} rounds
 * @returns {Promise<Record<string, number>>}
 */
const interleave = async (cases, rounds) => {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(cases)) {
      const started = performance.now();
      for (let index = 0; index < callsInBatch; index += 1) await call();
      const microseconds = ((performance.now() - started) / callsInBatch) * 1000;
      if (round >= 0) times[name]?.push(microseconds);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, measured]) => [name, median(measured)]));
};

const measureFirstList = async () => {
  const sizes = [10, 200, 1000];
  const rows = [];
  for (const size of sizes) {
    const measured = [];
    for (let round = 0; round < 7; round += 1) {
      const started = performance.now();
      await createOurs(size).listTools();
      measured.push(performance.now() - started);
    }
    rows.push([size, median(measured)]);
  }
  const [least, most] = [rows[0] ?? [0, 0], rows.at(-1) ?? [1, 0]];
  return { rows, perTool: (Number(most[1]) - Number(least[1])) / (Number(most[0]) - Number(least[0])) };
};
