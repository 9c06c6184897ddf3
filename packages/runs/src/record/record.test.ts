import fc from 'fast-check';
import { repetitions } from '@recourse/testkit/repetitions';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../model/run-event.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { runStoreOf } from '../service/create-runs.ts';
import { opener } from '../testing/open-runs.ts';
import { smallPipeline } from '../testing/small-pipeline.ts';
import { applyEvent } from './apply-event.ts';
import { writeSnapshot } from './journal.ts';
import { loadRun, readEvents } from './load-run.ts';

const open = opener();

/** How each attempt of the second step ends, what its gate finds, and what is done to the run. */
const story = fc.record({
  scopes: fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 5 }).filter((one) => one !== '-' && !/\p{Cc}/u.test(one)),
    { maxLength: 4 },
  ),
  attempts: fc.array(fc.constantFrom('good', 'throws', 'garbage'), { maxLength: 8 }),
  issues: fc.array(fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 3 }), { maxLength: 5 }),
  asks: fc.array(fc.constantFrom('resume', 'validate', 'fix', 'cancel'), { maxLength: 4 }),
});

const derive = (events: readonly RunEvent[]): Snapshot | undefined =>
  events.reduce<Snapshot | undefined>((before, event) => applyEvent(before, event), undefined);

describe('the record of a run', () => {
  it('derives the stored state, the snapshot and every later snapshot, whatever happens to the run', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ scopes, attempts, issues, asks }) => {
        const outcomes = attempts.values();
        const reports = issues.values();
        const pipeline = smallPipeline(
          () => {
            const outcome = outcomes.next().value ?? 'good';
            if (outcome === 'throws') throw new Error('It throws');
            return (outcome === 'garbage' ? 7 : { result: { count: 1 } }) as never;
          },
          {
            options: { each: () => scopes, retries: 1 },
            gate: () =>
              [...(reports.next().value ?? [])].map((code) => ({ code, severity: 'error' as const, message: 'x' })),
            fixers: [{ name: 'mend', fixes: ({ code }) => code !== 'C', makes: [], run: () => ({}) }],
          },
        );
        const { runs, stores } = await open({ pipelines: [pipeline] });
        await runs.work();
        const { run_id } = await runs.start('small', {});
        for (const ask of [undefined, ...asks]) {
          await runs.wait(run_id);
          if (ask === 'resume' || ask === 'cancel') await runs[ask](run_id).catch(() => undefined);
          else if (ask) await runs.request(run_id, ask).catch(() => undefined);
        }
        await runs.wait(run_id);
        const store = runStoreOf(stores);
        const events = await readEvents(store, run_id);
        const { row, snapshot } = await loadRun(store, run_id);
        const derived = derive(events);
        expect(derived && writeSnapshot(derived)).toBe(writeSnapshot(snapshot));
        expect([row.state, row.operation]).toEqual([derived?.state, derived?.operation?.name ?? null]);
        expect(await runs.verify(run_id)).toMatchObject({ ok: true });
        // A snapshot of any earlier event and the events after it say the same.
        for (let cut = 1; cut < events.length; cut += 3) {
          const stored = JSON.parse(writeSnapshot(derive(events.slice(0, cut)) as Snapshot)) as Snapshot;
          const resumed = events.slice(cut).reduce((before, event) => applyEvent(before, event), stored);
          expect(writeSnapshot(resumed)).toBe(writeSnapshot(snapshot));
        }
        await runs.close();
      }),
      { numRuns: repetitions({ atLeast: 20, full: 300 }) },
    );
  });

  it('writes RUN_STATE_CHANGED before the snapshot, in one commit', async () => {
    const { runs, stores } = await open({ pipelines: [smallPipeline(() => ({ result: { count: 1 } }))] });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    await runs.wait(run_id);
    const row = await runStoreOf(stores).find(run_id);
    const events = await readEvents(runStoreOf(stores), run_id);
    const last = events.findLast(({ type }) => type === 'RUN_STATE_CHANGED');
    expect(row?.snapshot_event).toBeGreaterThanOrEqual(last?.number ?? 0);
    expect(JSON.parse(row?.snapshot ?? '{}')).toMatchObject({ state: last?.payload['new_state'] });
  });
});
