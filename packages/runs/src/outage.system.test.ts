import { spawnSync } from 'node:child_process';
import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresForTest } from '../../stores/src/testing/open-postgres-for-test.ts';
import { startPostgres } from '../../stores/src/testing/start-postgres.ts';
import { createDbosExecutor } from './dbos/create-dbos-executor.ts';
import { createEmbeddedExecutor } from './executor/embedded.ts';
import { createRuns, runStoreOf } from './service/create-runs.ts';
import { openPlace } from './testing/kill-place.ts';
import { good, smallPipeline } from './testing/small-pipeline.ts';
import { startLedger } from './testing/start-ledger.ts';
import type { Ledger } from './testing/start-ledger.ts';

const longMs = 120_000;

/** Sets how large a file a process may write, or nothing if the command is missing. */
const limitFiles = (pid: number, bytes: string): boolean =>
  spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { encoding: 'utf8' }).status === 0;

describe.runIf(limitFiles(process.pid, 'unlimited'))('a disk without space', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await startLedger();
  });
  afterAll(() => ledger.close());

  it(
    'holds a run up and loses nothing: it continues once there is space',
    async () => {
      const kind = { name: 'embedded', executor: 'embedded', store: 'sqlite' } as const;
      const place = await openPlace({ kind, url: '', ledger });
      const worker = place.worker({ at: 20, signal: 'SIGSTOP', ends: true });
      await worker.said('point');
      const [before] = await place.runs.list();
      expect(limitFiles(worker.pid, '1')).toBe(true);
      worker.signal('SIGCONT');
      expect(await worker.said('refused')).toMatch(/^StoreUnavailableError: .*(?:disk|full)/i);
      const id = before?.run_id ?? '';
      expect(await place.runs.status(id)).toMatchObject({ state: before?.state, operation: 'run', failure: null });
      expect(await place.runs.verify(id)).toMatchObject({ ok: true });
      expect(limitFiles(worker.pid, 'unlimited')).toBe(true);
      expect(await worker.said('state')).toBe('DONE');
      await worker.ended;
      await place.finish();
      await place.close();
    },
    longMs,
  );
});

const server = await startPostgres();
afterAll(() => server?.remove());

describe.runIf(server)('a PostgreSQL server that is stopped during a step', () => {
  it.each(['embedded', 'dbos'])(
    'holds the run up and loses nothing, with the executor %s',
    async (name) => {
      const { stores, close } = await openPostgresForTest(server, { sweepEveryMs: 0 });
      const store = runStoreOf(stores);
      const options = { store, pollMs: 20 };
      const executor =
        name === 'dbos' ? createDbosExecutor({ ...options, url: server?.url ?? '' }) : createEmbeddedExecutor(options);
      let executions = 0;
      let tell: () => void = () => undefined;
      const stopped = new Promise<void>((resolve) => (tell = resolve));
      const pipeline = smallPipeline(async () => {
        executions += 1;
        await server?.stop();
        tell();
        return good();
      });
      const runs = createRuns({ stores, executor, pipelines: [pipeline], pollMs: 20 });
      await runs.work();
      const { run_id } = await runs.start('small', {});
      await stopped;
      await expect(runs.status(run_id)).rejects.toBeInstanceOf(StoreUnavailableError);
      await server?.start();
      const waited = async () => (await runs.wait(run_id).catch(() => undefined))?.state;
      await expect.poll(waited, { timeout: longMs }).toBe('DONE');
      expect(executions).toBe(1);
      expect(await runs.verify(run_id)).toMatchObject({ ok: true });
      await runs.close();
      await close();
    },
    2 * longMs,
  );
});
