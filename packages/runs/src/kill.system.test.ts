import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStores } from '@recourse/stores';
import type { Stores } from '@recourse/stores';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedExecutor } from './executor/embedded.ts';
import { createRuns, runStoreOf } from './service/create-runs.ts';
import type { Runs } from './service/create-runs.ts';
import { expectSoundRun } from './testing/expect-sound-run.ts';
import { ledgerPipeline } from './testing/ledger-pipeline.mjs';
import { startLedger } from './testing/start-ledger.ts';
import type { Ledger } from './testing/start-ledger.ts';
import { startWorker } from './testing/start-worker.ts';

const leaseMs = 2000;
let ledger: Ledger;
let points: number;
beforeAll(async () => {
  ledger = await startLedger();
  points = await countPoints();
});
afterAll(() => ledger.close());

/** One store with its log of executions, and a second worker that can be switched on. */
const openPlace = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-kill-'));
  const file = path.join(folder, 'state.db');
  const log = path.join(folder, 'executions.log');
  const stores: Stores = await openStores({ kind: 'sqlite', file, leaseMs, sweepEveryMs: 0 }, {});
  const executor = createEmbeddedExecutor({ store: runStoreOf(stores), pollMs: 20 });
  const runs: Runs = createRuns({ stores, executor, pipelines: [ledgerPipeline], pollMs: 20, retryPauseMs: 1 });
  const config = { log, ledger: ledger.url };
  return {
    file,
    stores,
    runs,
    config,
    worker: (more: object) => startWorker({ file, leaseMs, config, key: 'one', ...more }),
    expectSound: (id: string) => expectSoundRun(stores, id, { ledger, log }),
    close: async (): Promise<void> => {
      await runs.close();
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
};

type Place = Awaited<ReturnType<typeof openPlace>>;

/** Has a worker start a run and die, then finishes the run elsewhere. */
const killAt = async (at: number, second: 'afterwards' | 'beside'): Promise<void> => {
  const place = await openPlace();
  try {
    const victim = place.worker({ at, signal: 'SIGKILL' });
    await Promise.race([victim.said('ready'), victim.ended]);
    if (second === 'beside') await place.runs.work();
    await Promise.race([victim.ended, untilIdle(place)]);
    await victim.kill();
    if (second === 'afterwards') await place.runs.work();
    // A run that was killed before it was stored is started by the caller's retry, with the same key.
    const { run_id } = await place.runs.start('ledger_page', place.config, { key: 'one' });
    await place.runs.wait(run_id);
    await place.expectSound(run_id);
  } finally {
    await place.close();
  }
};

/** Waits until some run of the place has ended: the second worker may have done it before the victim died. */
const untilIdle = async ({ runs }: Place): Promise<void> => {
  for (;;) {
    const found = await runs.list();
    if (found.length > 0 && found.every(({ operation }) => operation === null)) return;
    await sleep(20);
  }
};

const countPoints = async (): Promise<number> => {
  const place = await openPlace();
  const worker = place.worker({ ends: true });
  const counted = await worker.said('points');
  await worker.ended;
  await place.close();
  return counted;
};

/** Runs jobs three at a time: each starts a process, and most of them wait. */
const all = async <Job>(jobs: readonly Job[], run: (job: Job) => Promise<void>): Promise<void> => {
  const waiting = jobs.values();
  const lane = async (): Promise<void> => {
    for (const job of waiting) await run(job);
  };
  await Promise.all([lane(), lane(), lane()]);
};

/** Numbers spread evenly over a range, the same each time. */
const spread = (count: number, range: number): readonly number[] =>
  Array.from(
    { length: Math.min(count, range) },
    (_, index) => 1 + Math.floor((index * range) / Math.min(count, range)),
  );

const longMs = 30 * 60_000;

describe('a run whose process is killed before and after every store write and every effect', () => {
  it.each(['afterwards', 'beside'] as const)(
    'is finished by a worker that works %s: nothing finished is repeated, and it is published once',
    async (second) => {
      expect(points).toBeGreaterThan(40);
      await all(spread(repetitions({ atLeast: 10, full: points }), points), (at) => killAt(at, second));
    },
    longMs,
  );

  it(
    'is finished after a kill at any other moment',
    async () => {
      const moments = spread(repetitions({ atLeast: 3, full: 50 }), 400);
      await all(moments, async (ms) => {
        const place = await openPlace();
        const victim = place.worker({});
        await victim.said('run_id');
        await sleep(ms);
        await victim.kill();
        await place.runs.work();
        const { run_id } = await place.runs.start('ledger_page', place.config, { key: 'one' });
        await place.runs.wait(run_id);
        await place.expectSound(run_id);
        await place.close();
      });
    },
    longMs,
  );
});

describe('a worker that stands still for longer than its lease', () => {
  it(
    'loses its run, and changes nothing when it goes on',
    async () => {
      await all(
        spread(repetitions({ atLeast: 3, full: points }), points - 1).map((at) => at + 1),
        async (at) => {
          const place = await openPlace();
          const victim = place.worker({ at, signal: 'SIGSTOP', ends: true });
          await victim.said('point');
          await place.runs.work();
          const [started] = await place.runs.list();
          // Taken over: the second worker writes what the first has not.
          if (started) await untilTakenOver(place, started.run_id);
          victim.signal('SIGCONT');
          await victim.said('state');
          await victim.ended;
          const { run_id } = await place.runs.start('ledger_page', place.config, { key: 'one' });
          await place.runs.wait(run_id);
          await place.expectSound(run_id);
          await place.close();
        },
      );
    },
    longMs,
  );
});

const untilTakenOver = async ({ stores }: Place, id: string): Promise<void> => {
  const store = runStoreOf(stores);
  const before = (await store.find(id))?.fence;
  for (;;) {
    const row = await store.find(id);
    if (row?.fence !== before || row?.operation === null) return;
    await sleep(20);
  }
};
