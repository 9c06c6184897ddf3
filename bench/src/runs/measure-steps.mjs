import path from 'node:path';
import { createRuns, runStoreOf } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import { openHandwritten } from './handwritten.mjs';
import { measureInTurn } from './in-turn.mjs';
import { stepPipeline } from './step-pipeline.mjs';

const columns = [
  { name: 'step' },
  { name: 'µs', digits: 0 },
  { name: 'µs of CPU', digits: 0 },
  { name: '×', digits: 2 },
  { name: '× CPU', digits: 2 },
];

/**
 * A store that tells when a run has ended, so that nothing has to ask, and what was written.
 *
 * @param {import('@recourse/stores').Stores} stores
 */
const observed = (stores) => {
  const store = runStoreOf(stores);
  /** @type {{ change: import('@recourse/stores').RunChange }[]} */
  const changes = [];
  /** @type {{ isRecording: boolean, onEnd: (value?: undefined) => void }} */
  const watching = { isRecording: false, onEnd: () => undefined };
  /** @type {import('@recourse/stores').RunStore} */
  const runs = {
    ...store,
    create: (run, change) => {
      if (watching.isRecording) changes.push({ change });
      return store.create(run, change);
    },
    append: async (id, version, change) => {
      if (watching.isRecording) changes.push({ change });
      const isWritten = await store.append(id, version, change);
      if (change.finished) watching.onEnd();
      return isWritten;
    },
  };
  return { stores: { ...stores, runs }, store: runs, changes, watching };
};

/**
 * @param {import('@recourse/runs').Runs} runs
 * @param {ReturnType<typeof observed>} side
 */
const runOnce =
  (runs, { watching }) =>
  async () => {
    const ended = new Promise((resolve) => (watching.onEnd = resolve));
    await runs.start('steps', {});
    await ended;
  };

/** The time of one step. @param {Awaited<ReturnType<typeof measureInTurn>>} measured @param {number} steps */
const rowsOf = (measured, steps) =>
  measured.map(({ name, wall, cpu, wallRatio, cpuRatio }) => [name, wall / steps, cpu / steps, wallRatio, cpuRatio]);

/**
 * A step on SQLite vs. a program that writes the same rows.
 *
 * @param {string} folder
 * @param {boolean} quick
 */
export const measureSqliteSteps = async (folder, quick) => {
  const [steps, rounds, warmUp] = quick ? [20, 5, 2] : [50, 60, 10];
  const pipeline = stepPipeline(steps);
  const open = (/** @type {string} */ name) =>
    openStores({ kind: 'sqlite', file: path.join(folder, name), sweepEveryMs: 0 }, {});
  const stores = await open('steps.db');
  const handStores = await open('hand.db');
  const side = observed(stores);
  const runs = createRuns({ stores: side.stores, pipelines: [pipeline] });
  await runs.work();
  side.watching.isRecording = true;
  await runOnce(runs, side)();
  side.watching.isRecording = false;
  const hand = openHandwritten(path.join(folder, 'hand.db'), side.changes);
  const measured = await measureInTurn(
    { 'by hand': async () => hand.run(), 'embedded executor': runOnce(runs, side) },
    { rounds, warmUp },
  );
  await runs.close();
  hand.close();
  await stores.close();
  await handStores.close();
  const ours = measured.find(({ name }) => name === 'embedded executor');
  return {
    table: {
      title: `SQLite: one of ${steps} empty steps of a run, in two transactions; median of ${rounds} alternating rounds`,
      columns,
      rows: rowsOf(measured, steps),
    },
    targets: [
      {
        what: 'a step on SQLite vs. the same rows by hand, processor time',
        measured: ours?.cpuRatio ?? Number.NaN,
        limit: 1.5,
        unit: '×',
      },
    ],
  };
};

/**
 * A step on PostgreSQL vs. a step of bare DBOS.
 *
 * @param {string} url
 * @param {boolean} quick
 */
export const measurePostgresSteps = async (url, quick) => {
  const [steps, rounds, warmUp] = quick ? [20, 5, 2] : [50, 30, 5];
  const pipeline = stepPipeline(steps);
  const { DBOS } = await import('@dbos-inc/dbos-sdk');
  const { createDbosExecutor } = await import('@recourse/runs/dbos');
  // DBOS is one object of the process, and no workflow can be registered once it runs.
  const bare = DBOS.registerWorkflow(
    async () => {
      for (let index = 1; index <= steps; index += 1) {
        await DBOS.runStep(async () => null, { name: `step_${index}` });
      }
    },
    { name: 'bare' },
  );
  const open = (/** @type {string} */ schema) => openStores({ kind: 'postgres', url, schema }, {});
  const [own, both] = [observed(await open('bench_embedded')), observed(await open('bench_dbos'))];
  const embedded = createRuns({ stores: own.stores, pipelines: [pipeline] });
  const executor = createDbosExecutor({ store: both.store, url });
  const dbos = createRuns({ stores: both.stores, pipelines: [pipeline], executor });
  await embedded.work();
  await dbos.work();
  const measured = await measureInTurn(
    {
      'bare DBOS': async () => (await DBOS.startWorkflow(bare)()).getResult(),
      'embedded executor': runOnce(embedded, own),
      'DBOS executor': runOnce(dbos, both),
    },
    { rounds, warmUp },
  );
  await embedded.close();
  await dbos.close();
  await own.stores.close();
  await both.stores.close();
  return {
    table: {
      title: `PostgreSQL: one of ${steps} empty steps of a run; median of ${rounds} alternating rounds`,
      columns,
      rows: rowsOf(measured, steps),
    },
    targets: measured.slice(1).map(({ name, wallRatio }) => ({
      what: `a step of the ${name} on PostgreSQL vs. bare DBOS`,
      measured: wallRatio,
      limit: 2,
      unit: '×',
    })),
  };
};
