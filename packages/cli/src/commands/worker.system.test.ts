import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createRuns } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import { expect, it } from 'vitest';
import { ledgerPipeline } from '../../../runs/src/testing/ledger-pipeline.mjs';
import { startLedger } from '../../../runs/src/testing/start-ledger.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

const pipelineModule = path.resolve(import.meta.dirname, '../../../runs/src/testing/ledger-pipeline.mjs');
const program = path.resolve(import.meta.dirname, '../../dist/main.js');

it('works on runs of a module until it is stopped, and goes on with those that another worker left', async () => {
  const cwd = writeFolder({});
  const ledger = await startLedger();
  const stores = await openStores({ kind: 'sqlite', file: path.join(cwd, '.recourse', 'state.db') }, {});
  const runs = createRuns({ stores, pipelines: [ledgerPipeline], pollMs: 20 });
  const config = { log: path.join(cwd, 'log'), ledger: ledger.url };
  const { run_id } = await runs.start('ledger_page', config);
  const start = () =>
    spawn(process.execPath, [program, 'worker', pipelineModule], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const killed = start();
  await once(killed.stderr, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const worker = start();
  expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
  worker.kill('SIGTERM');
  expect(await once(worker, 'exit')).toEqual([0, null]);
  expect(ledger.publicationsOf(run_id)).toBe(1);
  await runs.close();
  await stores.close();
  await ledger.close();
});

it('refuses a module without pipelines, and one that is not there', async () => {
  const cwd = writeFolder({ 'empty.mjs': 'export const nothing = 1;', 'broken.mjs': 'throw new Error("boom")' });
  for (const [named, code] of [
    ['empty.mjs', 'FILE_INVALID'],
    ['broken.mjs', 'FILE_INVALID'],
    ['none.mjs', 'MODULE_NOT_FOUND'],
  ] as const) {
    expect(await runWithFakeIo(['worker', named], { cwd })).toMatchObject({
      exit: 2,
      err: expect.stringContaining(code),
    });
  }
  expect(await runWithFakeIo(['worker'], { cwd })).toMatchObject({ exit: 2 });
});
