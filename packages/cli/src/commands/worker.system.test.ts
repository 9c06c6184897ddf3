import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createRuns } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import { afterAll, describe, expect, it } from 'vitest';
import { ledgerPipeline } from '../../../runs/src/testing/ledger-pipeline.mjs';
import { startLedger } from '../../../runs/src/testing/start-ledger.ts';
import { createDatabase } from '../../../stores/src/testing/create-database.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

const pipelineModule = path.resolve(import.meta.dirname, '../../../runs/src/testing/ledger-pipeline.mjs');
const program = path.resolve(import.meta.dirname, '../../dist/main.js');

it('works on runs until stopped, and continues those that another worker left', async () => {
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

it('rejects a missing module and one without pipelines', async () => {
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

const database = await createDatabase();
afterAll(() => database?.remove());

describe.runIf(database)('on PostgreSQL', () => {
  it.each(['embedded', 'dbos'])(
    'finishes runs that a killed worker left, with the executor %s, and sends their events',
    async (executor) => {
      const cwd = writeFolder({});
      const ledger = await startLedger();
      const url = database?.url ?? '';
      const received = new Set<string>();
      const service = createServer((request, response) => {
        let body = '';
        request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        request.on('end', () => {
          const isAllowed = request.headers.authorization === 'Bearer token-of-test';
          for (const line of isAllowed ? body.trim().split('\n') : []) received.add(keyOf(line));
          response.writeHead(isAllowed ? 200 : 401).end();
        });
      });
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
      const telemetry = `http://127.0.0.1:${(service.address() as AddressInfo).port}/events`;
      const stores = await openStores({ kind: 'postgres', url }, {});
      const runs = createRuns({ stores, pipelines: [ledgerPipeline], pollMs: 20 });
      const { run_id } = await runs.start('ledger_page', { log: path.join(cwd, 'log'), ledger: ledger.url });
      const start = () =>
        spawn(
          process.execPath,
          [program, 'worker', pipelineModule, '--store', url, '--executor', executor, '--telemetry', telemetry],
          {
            cwd,
            stdio: ['ignore', 'ignore', 'pipe'],
            env: { ...process.env, RECOURSE_TELEMETRY_TOKEN: 'token-of-test' },
          },
        );
      const killed = start();
      await once(killed.stderr, 'data');
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      const worker = start();
      const { state, last_event } = await runs.wait(run_id);
      expect(state).toBe('DONE');
      expect(ledger.publicationsOf(run_id)).toBe(1);
      const sent = () => [...received].filter((key) => key.startsWith(run_id)).length;
      await expect.poll(sent, { timeout: 60_000 }).toBe(last_event);
      worker.kill('SIGTERM');
      expect(await once(worker, 'exit')).toEqual([0, null]);
      await runs.close();
      await stores.close();
      await ledger.close();
      service.closeAllConnections();
      await new Promise((resolve) => service.close(resolve));
    },
    120_000,
  );
});

const keyOf = (line: string): string => {
  const { run_id, number } = JSON.parse(line) as { run_id: string; number: number };
  return `${run_id} ${number}`;
};

it.each([
  [['--concurrency', '0'], '--concurrency must be a whole number from 1 to 1000'],
  [['--executor', 'other'], "--executor must be one of embedded, dbos, not 'other'"],
  [['--executor', 'dbos'], '--executor dbos needs a PostgreSQL store'],
  [['--telemetry', 'ftp://x/'], '--telemetry must be an http or https URL'],
  [['--telemetry', 'http://a:b@127.0.0.1/'], '--telemetry must not contain a user name or a password'],
])('refuses the options %j', async (options, message) => {
  const cwd = writeFolder({});
  expect(await runWithFakeIo(['worker', pipelineModule, ...options], { cwd })).toMatchObject({
    exit: 2,
    err: expect.stringContaining(message),
  });
});
