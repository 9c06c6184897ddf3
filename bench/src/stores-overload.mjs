import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canPin, nodeCommand } from './front-door/server-process.mjs';
import { processorTime } from './overload/processor-time.mjs';
import { startPostgres } from './stores-postgres.mjs';

const program = fileURLToPath(new URL('./overload/generator.mjs', import.meta.url));
const key = 'ab'.repeat(32);
const multiples = [0.5, 1, 2, 5, 10];
/** More than any of the stores can take on one core. */
const tooManyPerSecond = 20_000;

/**
 * Goodput when more is offered than a store can take: each row is one run of the generator at a fixed rate. Capacity is
 * what is served at a rate that is certainly too high. The generator has a core to itself, so that the servers and
 * their database have the same one at every rate.
 *
 * @param {string} folder
 * @param {boolean} quick
 */
export const measureOverload = async (folder, quick) => {
  const postgres = await onServerCore(startPostgres);
  try {
    return await measure(
      folder,
      postgres,
      quick ? { seconds: 4, warmUpSeconds: 1 } : { seconds: 20, warmUpSeconds: 5 },
    );
  } finally {
    await postgres?.remove();
  }
};

/**
 * @param {string} folder
 * @param {{ readonly url: string, readonly pid: number } | undefined} postgres
 * @param {{ readonly seconds: number, readonly warmUpSeconds: number }} times
 */
const measure = async (folder, postgres, times) => {
  const { seconds, warmUpSeconds } = times;
  const { url, pid = 0 } = postgres ?? {};
  /** @type {readonly (readonly [string, () => object])[]} */
  const stores = [
    ['SQLite', () => ({ kind: 'sqlite', file: path.join(folder, `overload-${randomUUID()}.db`), key })],
    ...(url === undefined
      ? []
      : [/** @type {const} */ (['PostgreSQL', () => ({ kind: 'postgres', url, key, schema: schemaName() })])]),
  ];
  const rows = [];
  const targets = [];
  for (const [name, settings] of stores) {
    for (const processes of [1, 4]) {
      const capacity = await run({
        settings: settings(),
        processes,
        rate: tooManyPerSecond,
        ...times,
        seconds: seconds / 2,
      });
      const measured = [];
      for (const multiple of multiples) {
        console.error(`  overload: ${name}, ${processes} process(es), ${multiple} × capacity`);
        const before = processorTime(pid);
        const given = await run({ settings: settings(), processes, rate: capacity.goodput * multiple, ...times });
        const result = { ...given, database: (processorTime(pid) - before) / (warmUpSeconds + seconds) };
        measured.push(result);
        rows.push([name, processes, multiple, ...columns.map(({ of }) => of(result))]);
      }
      const peak = Math.max(...measured.map(({ goodput }) => goodput));
      // Goodput cannot exceed the rate that was offered, so a rate below the peak shows nothing.
      const overloaded = measured.filter(({ offeredPerSecond }) => offeredPerSecond >= peak);
      targets.push({
        what: `${name}, ${processes} process${processes === 1 ? '' : 'es'}: lowest goodput under overload, up to 10 × capacity, of its peak`,
        measured: (100 * Math.min(...overloaded.map(({ goodput }) => goodput))) / peak,
        limit: 80,
        bound: /** @type {const} */ ('at least'),
        unit: '%',
      });
    }
  }
  return {
    table: {
      title: `overload: keyed calls with a handler of 5 ms, offered at a fixed rate for ${seconds} s, after ${warmUpSeconds} s that do not count, by a process of its own; refused callers come back after retry_after_ms`,
      columns: [
        { name: 'state in' },
        { name: 'processes' },
        { name: '× capacity', digits: 1 },
        ...columns.map(({ name, digits = 0 }) => ({ name, digits })),
      ],
      rows,
    },
    targets,
    notes: [
      canPin
        ? 'overload: the servers and their database share one core, the generator has the other'
        : 'overload: nothing could be pinned, so the generator takes processor time from the servers',
    ],
  };
};

/** @type {readonly { readonly name: string, readonly digits?: number, readonly of: (result: any) => number }[]} */
const columns = [
  { name: 'offered/s', of: ({ offeredPerSecond }) => offeredPerSecond },
  { name: 'with repeats/s', of: ({ attemptsPerSecond }) => attemptsPerSecond },
  { name: 'goodput/s', of: ({ goodput }) => goodput },
  { name: 'p50 ms', of: ({ p50 }) => p50 },
  { name: 'p99 ms', of: ({ p99 }) => p99 },
  { name: 'failed otherwise', of: ({ failed }) => failed },
  { name: 'events dropped', of: ({ dropped }) => dropped },
  { name: 'server cores', digits: 2, of: ({ servers }) => servers },
  { name: 'database cores', digits: 2, of: ({ database }) => database },
  { name: 'calls per core and s', of: ({ goodput, servers, database }) => goodput / (servers + database) },
  { name: 'generator cores', digits: 2, of: ({ saturation }) => saturation },
  { name: 'generator delay, max ms', of: ({ late }) => late },
];

const schemaName = () => `overload_${randomUUID().replaceAll('-', '')}`;

/** @param {object} options @returns {Promise<any>} */
const run = async (options) => {
  const [command, commandArguments] = nodeCommand(1, [program, JSON.stringify(options)]);
  const generator = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [result] = await once(generator, 'message');
  await once(generator, 'exit');
  return result;
};

/**
 * Starts something whose processes stay on the core of the servers: they inherit it from this process.
 *
 * @template Started
 * @param {() => Promise<Started>} start
 */
const onServerCore = async (start) => {
  const pin = (/** @type {string} */ cores) =>
    canPin && spawnSync('taskset', ['-a', '-cp', cores, String(process.pid)]);
  pin('0');
  try {
    return await start();
  } finally {
    pin(`0-${cpus().length - 1}`);
  }
};
