import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStores } from '@recourse/stores';
import type { StoreSettings } from '@recourse/stores';
import { createDbosExecutor } from '../dbos/create-dbos-executor.ts';
import { createEmbeddedExecutor } from '../executor/embedded.ts';
import { createRuns, runStoreOf } from '../service/create-runs.ts';
import { expectSoundRun } from './expect-sound-run.ts';
import { ledgerPipeline } from './ledger-pipeline.mjs';
import type { Ledger } from './start-ledger.ts';
import { startWorker } from './start-worker.ts';
import type { WorkerInput } from './start-worker.ts';

/** An executor and the store that it works on. */
export interface KillKind {
  readonly name: string;
  readonly executor: 'embedded' | 'dbos';
  readonly store: 'sqlite' | 'postgres';
}

interface PlaceOptions {
  readonly kind: KillKind;
  /** The address of PostgreSQL, for kinds that need it. */
  readonly url: string;
  readonly ledger: Ledger;
}

const leaseMs = 2000;
/** A run that cannot go on must fail its test soon. */
const shortWaits = { pollMs: 20, retryPauseMs: 1, effectPatienceMs: 60_000 };

/** One store with its log of executions, a worker in this process that can be switched on, and worker processes. */
export const openPlace = async ({ kind, url, ledger }: PlaceOptions) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-kill-'));
  const log = path.join(folder, 'executions.log');
  const settings: StoreSettings = {
    leaseMs,
    sweepEveryMs: 0,
    ...(kind.store === 'sqlite'
      ? { kind: 'sqlite', file: path.join(folder, 'state.db') }
      : {
          kind: 'postgres',
          url,
          schema: `kill_${randomBytes(6).toString('hex')}`,
          connections: 4,
          connectMs: 20_000,
          statementMs: 20_000,
        }),
  };
  const stores = await openStores(settings, {});
  const store = runStoreOf(stores);
  const executor =
    kind.executor === 'dbos'
      ? createDbosExecutor({ store, url, pollMs: 20 })
      : createEmbeddedExecutor({ store, pollMs: 20 });
  const runs = createRuns({ stores, executor, pipelines: [ledgerPipeline], ...shortWaits });
  const config = { log, ledger: ledger.url };
  const dbosUrl = kind.executor === 'dbos' ? { dbosUrl: url } : {};
  return {
    runs,
    /** Starts a process that starts the run of this place and works on it. */
    worker: (more: Partial<WorkerInput>) => startWorker({ settings, ...dbosUrl, config, key: 'one', ...more }),
    /** Finishes the run, which may not have been stored: then the caller's retry with the same key starts it. */
    finish: async (): Promise<void> => {
      const { run_id } = await runs.start('ledger_page', config, { key: 'one' });
      await runs.wait(run_id);
      await expectSoundRun(stores, run_id, { ledger, log });
    },
    /** Waits until some run has ended: the second worker may have done it before the first one died. */
    untilIdle: async (): Promise<void> => {
      for (;;) {
        const found = await runs.list();
        if (found.length > 0 && found.every(({ operation }) => operation === null)) return;
        await sleep(20);
      }
    },
    /**
     * Lets this process work, and waits until it has taken the run over or ended it. The owner is read first: under load
     * its lease has ended already, and this process takes over at once.
     */
    takeOver: async (): Promise<void> => {
      const [started] = await runs.list();
      const before = started && (await store.find(started.run_id))?.fence;
      await runs.work();
      if (!started) return;
      for (;;) {
        const row = await store.find(started.run_id);
        if (row?.fence !== before || row?.operation === null) return;
        await sleep(20);
      }
    },
    close: async (): Promise<void> => {
      await runs.close();
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
};
