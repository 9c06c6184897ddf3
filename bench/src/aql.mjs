import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { succeed } from '@recourse/contract';
import { createEventBuffer, createMemorySink } from '@recourse/engine/events';
import { createAqlServer, isGood, parseAdapter } from '@recourse/server-aql';
import { adapterText, answer, question } from './aql-adapter.mjs';
import { startRuntime } from './aql-server.mjs';
import { canPin, nodeCommand, startServer } from './front-door/server-process.mjs';
import { median } from './statistics.mjs';

/** @typedef {import('./report.mjs').Options} Options */

const [few, many] = [10, 500];
/** The compilers need some ten thousand calls until they rest. */
const full = {
  calls: { warmUp: 300, rounds: 200, inBatch: 50 },
  starts: 11,
  load: { rounds: 15, warmUpMs: 1000, warmUpCalls: 10_000, turnMs: 500 },
};
const quick = {
  calls: { warmUp: 2, rounds: 5, inBatch: 10 },
  starts: 2,
  load: { rounds: 2, warmUpMs: 100, warmUpCalls: 1, turnMs: 150 },
};

/** Measures the overhead of the adapter runtime per request, and the cost of the size of an adapter. @type {(options: Options) => Promise<import('./report.mjs').Report>} */
export const measureAql = async (options) => {
  const plan = options.quick ? quick : full;
  const calls = await measureCalls(plan.calls);
  const loads = measureLoading(plan.starts);
  const rates = measureRates(plan.load);
  return {
    tables: [calls.table, loads.table, rates.table],
    targets: [...calls.targets, ...loads.targets, ...rates.targets],
    notes: [
      'in the rows `without the API`, a call passes through every stage and a stub answers at once, which shows what the adapter costs; in the rows `with the API`, the call goes over loopback to an API in a separate process',
      'each operation of the adapters has six parameters; the called operation is the last read operation',
      canPin
        ? 'at 16 at a time, the API and the runtime share one core, and the load has the other'
        : 'the API, the runtime and the load share the cores of this machine: nothing could be pinned',
    ],
  };
};

/** One call in process, of the same operation, to adapters of both sizes. @param {{ readonly warmUp: number, readonly rounds: number, readonly inBatch: number }} plan */
const measureCalls = async ({ warmUp, rounds, inBatch }) => {
  const upstream = await startServer([scriptOf('aql-server.mjs'), 'upstream'], { transport: 'http' });
  try {
    const baseUrl = `http://127.0.0.1:${upstream.port}`;
    const cases = [
      { name: 'without the API', small: serverWithout(few), large: serverWithout(many) },
      {
        name: 'with the API',
        small: await startRuntime(baseUrl, few),
        large: await startRuntime(baseUrl, many),
      },
    ];
    const measured = cases.map(({ name }) => ({
      name,
      small: /** @type {number[]} */ ([]),
      large: /** @type {number[]} */ ([]),
    }));
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const [index, { small, large }] of cases.entries()) {
        // The first server affects the state of the process for the second, so they take turns.
        const order = round % 2 === 0 ? [small, large] : [large, small];
        for (const server of order) {
          const microseconds = await timeOf(server, inBatch);
          if (round >= 0) measured[index]?.[server === small ? 'small' : 'large'].push(microseconds);
        }
      }
    }
    const rows = measured.map(({ name, small, large }) => {
      const ratio = median(large.map((time, round) => time / (small[round] ?? Number.NaN)));
      return /** @type {const} */ ([name, median(small), median(large), ratio]);
    });
    return {
      table: {
        title: `microseconds for one read, in process, one at a time, in turn; median of ${rounds} rounds of ${inBatch} calls`,
        columns: [
          { name: 'call' },
          { name: `${few} operations`, digits: 1 },
          { name: `${many} operations`, digits: 1 },
          { name: '×', digits: 2 },
        ],
        rows,
      },
      targets: rows.map(([name, , , ratio]) => ({
        what: `a call, one of ${many} operations vs. one of ${few}, ${name}`,
        measured: ratio,
        limit: 1.1,
        unit: '×',
      })),
    };
  } finally {
    await upstream.stop();
  }
};

/** @param {number} size */
const serverWithout = (size) => {
  const loaded = parseAdapter('bench.md', adapterText('http://127.0.0.1:1', size));
  if (!isGood(loaded)) throw new Error(`The adapter is wrong: ${loaded.problems[0]?.message}`);
  const outcome = succeed(answer);
  return createAqlServer({
    adapter: loaded.adapter,
    exchange: { hold: () => undefined, limits: () => ({}), send: () => Promise.resolve(outcome) },
    server: { record: { events: createEventBuffer(createMemorySink()) } },
  });
};

/** @type {(server: import('@recourse/engine').Server, calls: number) => Promise<number>} */
const timeOf = async (server, calls) => {
  const caller = { transport: /** @type {const} */ ('in-process'), local: true };
  const started = performance.now();
  for (let index = 0; index < calls; index += 1) {
    const { isError } = await server.respond({ ...question, caller });
    if (isError) throw new Error('A call failed');
  }
  return ((performance.now() - started) / calls) * 1000;
};

/** Adapters of both sizes, each loaded in fresh processes. @param {number} starts */
const measureLoading = (starts) => {
  /** @typedef {{ readonly readMs: number, readonly createMs: number, readonly listMs: number, readonly ranMs: number }} Loading */
  const measured = [few, many].map((size) => ({ size, loadings: /** @type {Loading[]} */ ([]) }));
  for (let start = 0; start < starts; start += 1) {
    for (const { size, loadings } of measured) loadings.push(runScript([scriptOf('aql-probe.mjs'), String(size)]));
  }
  const rows = measured.map(({ size, loadings }) => {
    const of = (/** @type {keyof Loading} */ key) => median(loadings.map((loading) => loading[key]));
    const whole = loadings.map(({ readMs, createMs }) => readMs + createMs);
    return [size, of('readMs'), of('createMs'), median(whole), Math.min(...whole), of('ranMs'), of('listMs')];
  });
  const [[, , , small = 0] = [], [, , , large = Number.NaN] = []] = rows;
  return {
    table: {
      title: `milliseconds to load an adapter, modules being there; median of ${starts} fresh processes each, in turn`,
      columns: [
        { name: 'operations' },
        { name: 'file read', digits: 1 },
        { name: 'server made', digits: 1 },
        { name: 'both', digits: 1 },
        { name: 'least', digits: 1 },
        { name: 'running time', digits: 1 },
        { name: 'first tools/list', digits: 1 },
      ],
      rows,
    },
    targets: [
      { what: `loading ${many} operations, more than ${few}`, measured: (large - small) / 1000, limit: 1, unit: 's' },
    ],
  };
};

/** Reads through the runtime, compared with the same request by `fetch`. @param {import('./aql-load.mjs').Plan} plan */
const measureRates = (plan) => {
  /** @type {Record<'bare' | 'raw' | 'fetched', readonly import('./aql-load.mjs').Turn[]>} */
  const turns = runScript([scriptOf('aql-load.mjs'), JSON.stringify(plan)], 1);
  const names = { bare: 'fetch, the API itself', raw: 'the runtime', fetched: 'the runtime, by fetch' };
  const beside = (/** @type {keyof typeof names} */ name) =>
    median(turns[name].map(({ perSecond }, round) => perSecond / (turns.bare[round]?.perSecond ?? Number.NaN)));
  return {
    table: {
      title: `one read, 16 at a time; medians of ${plan.rounds} rounds, in turn`,
      columns: [
        { name: 'target' },
        { name: 'reads/s' },
        { name: 'p50 ms', digits: 2 },
        { name: 'p99 ms', digits: 2 },
        { name: 'CPU µs/read of the runtime' },
        { name: '× fetch', digits: 2 },
      ],
      rows: /** @type {(keyof typeof names)[]} */ (['bare', 'raw', 'fetched']).map((name) => {
        const of = (/** @type {keyof import('./aql-load.mjs').Turn} */ key) =>
          median(turns[name].map((turn) => turn[key]));
        return [names[name], of('perSecond'), of('p50'), of('p99'), of('cpuUs'), beside(name)];
      }),
    },
    targets: [
      {
        what: 'reads/s through the runtime vs. fetch, 16 at a time',
        measured: beside('raw'),
        limit: 0.5,
        bound: /** @type {const} */ ('at least'),
        unit: '×',
      },
    ],
  };
};

/** Runs a script to its end, and reads the JSON that it prints. @param {readonly string[]} script @param {number} [core] */
const runScript = (script, core) => {
  const [command, commandArguments] = nodeCommand(core, script);
  const { stdout, status } = spawnSync(command, commandArguments, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('A process of the measurement failed; see the reason above');
  return JSON.parse(stdout);
};

/** @param {string} name */
const scriptOf = (name) => fileURLToPath(new URL(name, import.meta.url));
