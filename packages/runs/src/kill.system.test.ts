import { setTimeout as sleep } from 'node:timers/promises';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../stores/src/testing/create-database.ts';
import { launchDbos } from './dbos/launch-dbos.ts';
import type { LaunchedDbos } from './dbos/launch-dbos.ts';
import { openPlace } from './testing/kill-place.ts';
import type { KillKind } from './testing/kill-place.ts';
import { startLedger } from './testing/start-ledger.ts';
import type { Ledger } from './testing/start-ledger.ts';

/** How many points and moments are tried in a short run. A full run tries every point, and 50 moments. */
interface Tried {
  readonly afterwards: number;
  readonly beside: number;
  readonly moments: number;
}

const kinds: readonly (KillKind & { readonly tried: Tried })[] = [
  {
    name: 'embedded on SQLite',
    executor: 'embedded',
    store: 'sqlite',
    tried: { afterwards: 8, beside: 6, moments: 2 },
  },
  {
    name: 'embedded on PostgreSQL',
    executor: 'embedded',
    store: 'postgres',
    tried: { afterwards: 5, beside: 4, moments: 2 },
  },
  { name: 'dbos', executor: 'dbos', store: 'postgres', tried: { afterwards: 6, beside: 4, moments: 3 } },
];

const longMs = 60 * 60_000;
const database = await createDatabase();
const url = database?.url ?? '';
let ledger: Ledger;
/** Keeps DBOS running in this process: places come and go. */
let dbos: LaunchedDbos | undefined;
beforeAll(async () => {
  ledger = await startLedger();
  dbos = database && (await launchDbos({ url }));
});
afterAll(async () => {
  await dbos?.release();
  await ledger.close();
  await database?.remove();
});

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

describe.each(kinds.filter(({ store }) => store === 'sqlite' || database))('executor: $name', (kind) => {
  const within = async (test: (place: Awaited<ReturnType<typeof openPlace>>) => Promise<void>): Promise<void> => {
    const place = await openPlace({ kind, url, ledger });
    try {
      await test(place);
    } finally {
      await place.close();
    }
  };

  let points = 0;
  beforeAll(() =>
    within(async (place) => {
      const worker = place.worker({ ends: true });
      points = await worker.said('points');
      await worker.ended;
    }),
  );

  describe('a run whose process is killed before and after every store write and every effect', () => {
    it.each(['afterwards', 'beside'] as const)(
      'is finished by a worker that works %s: nothing finished is repeated, and it is published once',
      async (second) => {
        expect(points).toBeGreaterThan(40);
        await all(spread(repetitions({ atLeast: kind.tried[second], full: points }), points), (at) =>
          within(async (place) => {
            const victim = place.worker({ at, signal: 'SIGKILL' });
            await Promise.race([victim.said('ready'), victim.ended]);
            if (second === 'beside') await place.runs.work();
            await Promise.race([victim.ended, place.untilIdle()]);
            await victim.kill();
            if (second === 'afterwards') await place.runs.work();
            await place.finish();
          }),
        );
      },
      longMs,
    );

    it(
      'is finished after a kill at any other moment, with a second worker and without',
      async () => {
        const moments = spread(repetitions({ atLeast: kind.tried.moments, full: 50 }), 400);
        await all([...moments.entries()], ([index, ms]) =>
          within(async (place) => {
            const isBeside = index % 2 === 1;
            const victim = place.worker({});
            await victim.said('run_id');
            if (isBeside) await place.runs.work();
            await sleep(ms);
            await victim.kill();
            if (!isBeside) await place.runs.work();
            await place.finish();
          }),
        );
      },
      longMs,
    );
  });

  describe('a worker that stands still for longer than its lease', () => {
    it(
      'loses its run, and changes nothing when it continues',
      async () => {
        const places = spread(repetitions({ atLeast: 2, full: points }), points - 1);
        await all(places, (before) =>
          within(async (place) => {
            const victim = place.worker({ at: before + 1, signal: 'SIGSTOP', ends: true });
            await victim.said('point');
            // The second worker writes what the first one has not.
            await place.takeOver();
            victim.signal('SIGCONT');
            await victim.said('state');
            await victim.ended;
            await place.finish();
          }),
        );
      },
      longMs,
    );
  });
});
