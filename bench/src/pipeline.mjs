import { callOurs, createOurs, echoArguments, linkCurrent, linkOld, linkOurs } from './pipeline-servers.mjs';
import { median } from './statistics.mjs';

const warmUpRounds = 30;
const fullRounds = 150;
const quickRounds = 15;
const callsInBatch = 40;

/** Measures a call through every stage, compared with the same handler behind the official SDKs. @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>} */
export const measurePipeline = async ({ quick }) => {
  const rounds = quick ? quickRounds : fullRounds;
  const [ten, thousand] = [createOurs(10), createOurs(1000)];
  const [linked, current, old] = [await linkOurs(), await linkCurrent(), await linkOld()];
  const echoCall = { name: 'echo_0', arguments: echoArguments };
  const cases = {
    'ours as a library, good call': () => callOurs(ten, 'echo_7', echoArguments),
    'ours as a library, wrong argument': () => callOurs(ten, 'echo_7', { text: 'hello', tmies: 3 }),
    'ours as a library, unknown tool': () => callOurs(ten, 'ecoh_7', echoArguments),
    'ours as a library, one of 1,000 tools': () => callOurs(thousand, 'echo_777', echoArguments),
    'ours as a library, unknown among 1,000': () => callOurs(thousand, 'ecoh_777', echoArguments),
    'ours, official client 2.4': () => linked.client.callTool(echoCall),
    'SDK 2.4, official client 2.4': () => current.client.callTool(echoCall),
    'SDK 1.32, official client 1.32': () => old.callTool(echoCall),
    'ours, messages without a client': () => linked.raw.callTool(echoCall),
    'SDK 2.4, messages without a client': () => current.raw.callTool(echoCall),
  };
  const times = await interleave(cases, rounds);
  const timeOf = (/** @type {string} */ name) => times[name] ?? Number.NaN;
  const good = timeOf('ours as a library, good call');
  const sdk = timeOf('SDK 2.4, official client 2.4');
  const rejected = Math.max(timeOf('ours as a library, wrong argument'), timeOf('ours as a library, unknown tool'));
  const first = await measureFirstList();
  return {
    tables: [
      {
        title: `microseconds of processor time for one call, in process; median of ${rounds} rounds`,
        columns: [{ name: 'case' }, { name: 'µs', digits: 1 }, { name: '× SDK 2.4 with its client', digits: 2 }],
        rows: Object.entries(times).map(([name, time]) => [name, time, time / sdk]),
      },
      {
        title: 'milliseconds to the first tools/list, tools defined included',
        columns: [{ name: 'tools' }, { name: 'ms', digits: 1 }],
        rows: first.rows,
      },
    ],
    targets: [
      {
        what: 'a call vs. SDK 2.4, the same official client on both sides',
        measured: timeOf('ours, official client 2.4') / sdk,
        limit: 0.5,
        unit: '×',
      },
      {
        what: 'a call vs. SDK 2.4, messages without a client on both sides',
        measured: timeOf('ours, messages without a client') / timeOf('SDK 2.4, messages without a client'),
        limit: 0.5,
        unit: '×',
      },
      { what: 'a rejected call vs. a good one, 10 tools', measured: rejected / good, limit: 2.5, unit: '×' },
      {
        what: 'a rejected call vs. a good one, 1,000 tools whose names are all alike',
        measured: timeOf('ours as a library, unknown among 1,000') / good,
        limit: 3,
        unit: '×',
      },
      {
        what: 'one of 1,000 tools vs. one of 10',
        measured: timeOf('ours as a library, one of 1,000 tools') / good,
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
      const before = process.cpuUsage();
      for (let index = 0; index < callsInBatch; index += 1) await call();
      const { user, system } = process.cpuUsage(before);
      const microseconds = (user + system) / callsInBatch;
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
