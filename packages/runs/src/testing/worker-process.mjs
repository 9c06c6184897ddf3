/**
 * A worker process that dies or stops at a given point. Points are counted before and after each write to the store,
 * each record of DBOS and each external effect. Its input is one JSON argument; it tells its parent what happens.
 */
import { createEmbeddedExecutor, createRuns, runStoreOf } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import { hooks, ledgerPipeline } from './ledger-pipeline.mjs';

const { settings, dbosUrl, config, key, at, signal, ends } = JSON.parse(process.argv[2]);

let points = 0;
const point = async (name) => {
  points += 1;
  if (points !== at) return;
  process.send({ point: name });
  process.kill(process.pid, signal);
  // A stopped process continues from here; a killed one does not come this far.
};
hooks.point = point;

/** A function with a point before and after it. */
const between = (name, run) =>
  async function (...given) {
    await point(`before ${name}`);
    const result = await Reflect.apply(run, this, given).catch((error) => {
      process.send({ refused: `${error.name}: ${error.cause?.message ?? error.message}` });
      throw error;
    });
    await point(`after ${name}`);
    return result;
  };

const wrap = (object, names) => ({
  ...object,
  ...Object.fromEntries(names.map((name) => [name, between(name, object[name])])),
});

const opened = await openStores(settings, {});
const store = wrap(runStoreOf(opened), ['create', 'append']);
const claim = store.claim;
store.claim = async (...given) => {
  const claimed = await claim(...given);
  // Most claims find nothing, and write nothing.
  if (claimed.length > 0) await point('after claim');
  return claimed;
};
const stores = { ...opened, runs: store, admissions: wrap(opened.admissions, ['admit', 'end']) };

const createExecutor = async () => {
  const options = { store, pollMs: 20, onError: (error) => console.error(error) };
  if (dbosUrl === undefined) return createEmbeddedExecutor(options);
  const { DBOS } = await import('@dbos-inc/dbos-sdk');
  const { createDbosExecutor } = await import('@recourse/runs/dbos');
  const { runStep, startWorkflow } = DBOS;
  DBOS.runStep = between('step of DBOS', runStep);
  DBOS.startWorkflow = (...given) => between('workflow of DBOS', Reflect.apply(startWorkflow, DBOS, given));
  return createDbosExecutor({ ...options, url: dbosUrl });
};

const executor = await createExecutor();
const runs = createRuns({ stores, executor, pipelines: [ledgerPipeline], pollMs: 10, retryPauseMs: 1 });

process.send({ ready: true });
if (config) {
  const { run_id } = await runs.start('ledger_page', config, { key });
  process.send({ run_id });
  await runs.work();
  if (ends) {
    const { state } = await runs.wait(run_id);
    process.send({ state, points });
    await runs.close();
    await opened.close();
    process.disconnect();
  }
} else await runs.work();
