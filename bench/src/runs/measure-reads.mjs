import path from 'node:path';
import { createRuns, runStoreOf } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import Libsql from 'libsql';
import { measureInTurn } from './in-turn.mjs';
import { fanPipeline, stepPipeline } from './step-pipeline.mjs';

const filledAtOnce = 500;
const columns = [
  { name: 'read' },
  { name: 'µs', digits: 1 },
  { name: 'µs of CPU', digits: 1 },
  { name: '× CPU', digits: 2 },
];

/**
 * `list` and `show` with many runs vs. few.
 *
 * @param {string} folder
 * @param {boolean} quick
 */
export const measureManyRuns = async (folder, quick) => {
  const [few, many, rounds, warmUp, inRound] = quick ? [100, 2000, 5, 2, 20] : [100, 100_000, 60, 15, 50];
  const open = async (/** @type {number} */ count) => {
    const file = path.join(folder, `many-${count}.db`);
    const stores = await openStores({ kind: 'sqlite', file, sweepEveryMs: 0, most: { events: 1e9 } }, {});
    const runs = createRuns({ stores, pipelines: [stepPipeline(5)] });
    for (let done = 0; done < count; done += filledAtOnce) {
      await Promise.all(Array.from({ length: Math.min(filledAtOnce, count - done) }, () => runs.start('steps', {})));
    }
    const found = await runs.list({ limit: 100 });
    return { stores, runs, id: found.at(-1)?.run_id ?? '' };
  };
  const sides = { few: await open(few), many: await open(many) };
  const repeat = (/** @type {() => Promise<unknown>} */ read) => async () => {
    for (let done = 0; done < inRound; done += 1) await read();
  };
  const reads = {
    list: (/** @type {typeof sides.few} */ { runs }) => runs.list(),
    'list of a state': (/** @type {typeof sides.few} */ { runs }) => runs.list({ state: 'CREATED', pipeline: 'steps' }),
    show: (/** @type {typeof sides.few} */ { runs, id }) => runs.status(id),
  };
  const measured = [];
  for (const [name, read] of Object.entries(reads)) {
    const [one, other] = await measureInTurn(
      { few: repeat(() => read(sides.few)), many: repeat(() => read(sides.many)) },
      { rounds, warmUp },
    );
    if (one && other) measured.push({ name, one, other });
  }
  for (const { runs, stores } of Object.values(sides)) {
    await runs.close();
    await stores.close();
  }
  return {
    table: {
      title: `SQLite: reads with ${many.toLocaleString('en')} runs vs. ${few}; median of ${rounds} alternating rounds`,
      columns,
      rows: measured.flatMap(({ name, one, other }) =>
        [one, other].map(({ name: side, wall, cpu, cpuRatio }) => [
          `${name}, ${side}`,
          wall / inRound,
          cpu / inRound,
          cpuRatio,
        ]),
      ),
    },
    targets: measured.map(({ name, other }) => ({
      what: `${name} with ${many.toLocaleString('en')} runs vs. ${few}`,
      measured: other.cpuRatio,
      limit: 1.2,
      unit: '×',
    })),
  };
};

/**
 * Opening a run with many events vs. reading their rows.
 *
 * @param {string} folder
 * @param {boolean} quick
 */
export const measureLongRun = async (folder, quick) => {
  const [events, rounds, warmUp] = quick ? [1000, 5, 2] : [10_000, 60, 10];
  const file = path.join(folder, 'long.db');
  const stores = await openStores({ kind: 'sqlite', file, sweepEveryMs: 0 }, {});
  const runs = createRuns({ stores, pipelines: [fanPipeline(Math.ceil(events / 3))], pollMs: 20 });
  await runs.work();
  const { run_id } = await runs.start('fan', {});
  const { last_event } = await runs.wait(run_id);
  const store = runStoreOf(stores);
  // Without its snapshot the run has to be derived from all of its events: the worst case.
  const database = new Libsql(file);
  database.exec('UPDATE run_snapshots SET snapshot = NULL');
  database.close();
  const measured = await measureInTurn(
    { 'reading its rows': () => store.events(run_id), 'opening it': () => runs.status(run_id) },
    { rounds, warmUp },
  );
  await runs.close();
  await stores.close();
  return {
    table: {
      title: `SQLite: a run with ${last_event.toLocaleString('en')} events and no snapshot; median of ${rounds} alternating rounds`,
      columns,
      rows: measured.map(({ name, wall, cpu, cpuRatio }) => [name, wall, cpu, cpuRatio]),
    },
    targets: [
      {
        what: `opening a run with ${events.toLocaleString('en')} events vs. reading its rows`,
        measured: measured[1]?.cpuRatio ?? Number.NaN,
        limit: 2,
        unit: '×',
      },
    ],
  };
};
