import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStores } from '@recourse/stores';
import { measureOverload } from './stores-overload.mjs';
import { measureContention } from './stores-contention.mjs';
import { startPostgres } from './stores-postgres.mjs';
import { measureRows } from './stores-rows.mjs';
import { callInLanes, serveOn, spentOn } from './stores-servers.mjs';
import { median } from './statistics.mjs';

const lanes = 16;

/** Measures the cost of durable state per call, and of a full store compared with an empty one. @type {(options: import('./report.mjs').Options) => Promise<import('./report.mjs').Report>} */
export const measureStores = async ({ quick, only }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-bench-'));
  try {
    const overload = await measureOverload(folder, quick);
    if (only?.includes('overload')) return { ...overload, tables: [overload.table] };
    const others = await measureOthers(folder, quick);
    return {
      tables: [...others.tables, overload.table],
      targets: [...others.targets, ...overload.targets],
      notes: [...others.notes, ...overload.notes],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * @param {string} folder
 * @param {boolean} quick
 */
const measureOthers = async (folder, quick) => {
  const postgres = await startPostgres();
  try {
    const calls = await measureCalls(folder, postgres?.url, quick);
    const contention = await measureContention(folder, quick);
    const rows = await measureRows(folder, quick);
    return {
      tables: [calls.table, contention, rows.table],
      targets: rows.targets,
      notes: [
        'each call looks up its bearer key, reserves one quota and records two events before it is answered',
        ...(postgres ? [] : ['there is no PostgreSQL for this machine']),
      ],
    };
  } finally {
    await postgres?.remove();
  }
};

/**
 * The same server on each kind of store, in turn.
 *
 * @param {string} folder
 * @param {string | undefined} url
 * @param {boolean} quick
 */
const measureCalls = async (folder, url, quick) => {
  const [rounds, warmUp, callsInRound] = quick ? [5, 2, 200] : [60, 15, 800];
  const servers = {
    memory: await serveOn(await openStores({ kind: 'memory' })),
    SQLite: await serveOn(await openStores({ kind: 'sqlite', file: path.join(folder, 'calls.db') }, {})),
    ...(url !== undefined && {
      PostgreSQL: await serveOn(await openStores({ kind: 'postgres', url, key: 'ab'.repeat(32), connections: lanes })),
    }),
  };
  /** @type {Record<string, { wall: number[], cpu: number[] }>} */
  const times = Object.fromEntries(Object.keys(servers).map((name) => [name, { wall: [], cpu: [] }]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, { call }] of Object.entries(servers)) {
      const spent = await spentOn(() => callInLanes(call, callsInRound, lanes));
      if (round < 0) continue;
      times[name]?.wall.push(spent.wall / callsInRound);
      times[name]?.cpu.push(spent.cpu / callsInRound);
    }
  }
  for (const { close } of Object.values(servers)) await close();
  const medians = Object.entries(times).map(([name, { wall, cpu }]) => ({
    name,
    wall: median(wall),
    cpu: median(cpu),
  }));
  const base = medians.find(({ name }) => name === 'memory')?.wall ?? Number.NaN;
  return {
    table: {
      title: `microseconds per call, in process, ${lanes} concurrent calls; median of ${rounds} alternating rounds`,
      columns: [
        { name: 'state in' },
        { name: 'µs', digits: 1 },
        { name: 'µs of CPU', digits: 1 },
        { name: '× memory', digits: 1 },
        { name: 'calls/s' },
      ],
      rows: medians.map(({ name, wall, cpu }) => [name, wall, cpu, wall / base, 1e6 / wall]),
    },
  };
};
