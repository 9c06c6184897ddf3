import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './statistics.mjs';

const fullRounds = 40;
const quickRounds = 4;
const probe = fileURLToPath(new URL('import-probe.mjs', import.meta.url));
const entry = fileURLToPath(import.meta.resolve('@recourse/contract'));
const limitMs = 15;

/** The imports of each fresh process, in this order. */
const processes = /** @type {const} */ ({
  'bare node': [],
  zod: ['zod'],
  contract: ['@recourse/contract'],
  'contract after zod': ['zod', '@recourse/contract'],
});

/** Measures the cost of importing the contract in addition to zod, in fresh processes. @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>} */
export const measureImportCost = async ({ quick }) => {
  const rounds = quick ? quickRounds : fullRounds;
  const files = listFiles(entry);
  /** @type {Map<string, { wall: number[], imports: number[] }>} */
  const measured = new Map(Object.keys(processes).map((name) => [name, { wall: [], imports: [] }]));
  const costs = new Map(files.map((file) => [file, /** @type {number[]} */ ([])]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, specifiers] of Object.entries(processes)) {
      const { wallMs, importMs } = runProbe(specifiers);
      measured.get(name)?.wall.push(wallMs);
      measured.get(name)?.imports.push(importMs.at(-1) ?? 0);
    }
    const order = shuffleTopologically(files);
    const [, ...importMs] = runProbe(['zod', ...order]).importMs;
    for (const [index, file] of order.entries()) costs.get(file)?.push(importMs[index] ?? 0);
  }
  const imports = (/** @type {keyof typeof processes} */ name) => measured.get(name)?.imports ?? [];
  const zod = imports('zod');
  return {
    tables: [processTable(measured), fileTable(costs)],
    targets: [
      {
        what: 'import of the contract on top of zod (in the process, contract less zod)',
        // Round by round, because the machine is slower in one minute than in the next.
        measured: median(imports('contract').map((milliseconds, round) => milliseconds - (zod[round] ?? 0))),
        limit: limitMs,
        unit: 'ms',
      },
    ],
    notes: [
      ...busyNotes(),
      `the same from the least of each: ${(Math.min(...imports('contract')) - Math.min(...zod)).toFixed(2)} ms`,
      `the same with zod already there, in one process: ${median(imports('contract after zod')).toFixed(2)} ms`,
      'a file is timed after its dependencies are loaded. The minimum is reported, because a pause of the machine or ' +
        'the garbage collector adds to whichever file is loading. Most of that time is what any file costs',
    ],
  };
};

const busyNotes = () => {
  const [load = 0] = loadavg();
  return load > cpus().length
    ? [`the machine is busy (load ${load.toFixed(1)}): the medians hold waiting; read the least`]
    : [];
};

/** @param {readonly string[]} specifiers */
const runProbe = (specifiers) => {
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, [probe, ...specifiers], { encoding: 'utf8' });
  const wallMs = performance.now() - start;
  if (status !== 0) throw new Error(`The probe failed on ${specifiers.join(', ')}:\n${stderr}`);
  /** @type {number[]} */
  const importMs = JSON.parse(stdout);
  return { wallMs, importMs };
};

/**
 * Every file that the entry loads when it is imported, dependencies first. The pattern reads what the compiler
 * writes, not JavaScript in general.
 *
 * @param {string} from
 * @param {Set<string>} found
 */
const listFiles = (from, found = new Set(), visited = new Set()) => {
  visited.add(from);
  for (const dependency of dependenciesOf(from)) {
    if (!visited.has(dependency)) listFiles(dependency, found, visited);
  }
  found.add(from);
  return [...found];
};

/** @param {string} file */
const dependenciesOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^'"]*?\bfrom ['"](\.[^'"]+)['"]/gm)].map((match) =>
    path.resolve(path.dirname(file), match[1] ?? ''),
  );

/**
 * Another order in which every file still comes after its dependencies. With one fixed order, a pause of the
 * collector falls on the same innocent file in every round.
 *
 * @param {readonly string[]} files
 */
const shuffleTopologically = (files) => {
  const waiting = new Map(files.map((file) => [file, new Set(dependenciesOf(file))]));
  const order = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, needs]) => ![...needs].some((need) => waiting.has(need)));
    const [file] = ready[Math.floor(Math.random() * ready.length)] ?? [];
    if (file === undefined) throw new Error(`These files import each other: ${[...waiting.keys()].join(', ')}`);
    waiting.delete(file);
    order.push(file);
  }
  return order;
};

/** @param {ReadonlyMap<string, { wall: readonly number[], imports: readonly number[] }>} measured */
const processTable = (measured) => ({
  title: `milliseconds, median of ${measured.get('zod')?.wall.length} fresh processes each, interleaved`,
  columns: [
    { name: 'process' },
    { name: 'whole process', digits: 1 },
    { name: 'last import', digits: 2 },
    { name: 'least', digits: 2 },
  ],
  rows: [...measured].map(([name, { wall, imports }]) => [name, median(wall), median(imports), Math.min(...imports)]),
});

/** @param {ReadonlyMap<string, readonly number[]>} costs */
const fileTable = (costs) => {
  const folder = path.dirname(entry);
  const rows = [...costs].map(([file, times]) => {
    const name = path.relative(folder, file).replaceAll(path.sep, '/');
    return /** @type {const} */ ([name, Math.min(...times), median(times), readFileSync(file).length]);
  });
  return {
    title: `milliseconds of each of the ${costs.size} files that the contract loads, zod being there`,
    columns: [{ name: 'file' }, { name: 'least', digits: 2 }, { name: 'median', digits: 2 }, { name: 'bytes' }],
    rows: rows.toSorted((one, other) => other[1] - one[1]),
  };
};
