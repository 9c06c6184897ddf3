import { readFileSync } from 'node:fs';
import type { Stores } from '@recourse/stores';
import { expect } from 'vitest';
import { verifyRun } from '../evidence/verify-run.ts';
import { readEvents } from '../record/load-run.ts';
import { runStoreOf } from '../service/create-runs.ts';
import type { Ledger } from './start-ledger.ts';

interface Queued {
  readonly kind: string;
  readonly worker: string;
  readonly scope: string;
  readonly inputs_hash: string;
}

/** Checks the laws of every run of the test pipeline, however often its processes died. */
export const expectSoundRun = async (
  stores: Stores,
  runId: string,
  facts: { ledger: Ledger; log: string },
): Promise<void> => {
  const store = runStoreOf(stores);
  const events = await readEvents(store, runId);
  const row = await store.find(runId);
  const last = events.slice(-8).map(({ type, payload }) => `${type} ${JSON.stringify(payload)}`);
  expect(row?.state, `the end of run ${runId}:\n${last.join('\n')}\n`).toBe('DONE');
  expect(facts.ledger.publicationsOf(runId), 'publications').toBe(1);
  expect(events.filter(({ type }) => type === 'RUN_COMPLETED')).toHaveLength(1);
  expect(await verifyRun(store, runId)).toMatchObject({ ok: true });

  const items = new Map<string, Queued>();
  const finished = new Set<string>();
  const started = new Map<string, number>();
  for (const { type, payload } of events) {
    const id = String(payload['id']);
    if (type === 'WORK_ITEM_QUEUED') items.set(id, payload as unknown as Queued);
    const item = items.get(id);
    const memo = item && `${item.worker} ${item.scope} ${item.inputs_hash}`;
    if (type === 'WORK_ITEM_STARTED' && item && memo !== undefined) {
      expect(finished.has(memo), `${memo} started again after it finished`).toBe(false);
      const place = `${item.worker} ${item.kind === 'fixer' ? '' : item.scope}`.trim();
      started.set(place, (started.get(place) ?? 0) + 1);
    }
    if (type === 'WORK_ITEM_FINISHED' && memo !== undefined) finished.add(memo);
  }
  // Outline, three drafts, join, three reports, two fixes, one publication.
  expect(finished.size).toBe(11);
  const executions = new Map<string, number>();
  for (const line of readFileSync(facts.log, 'utf8').split('\n')) {
    const [run, worker, scope] = line.split(' ');
    if (run !== runId || worker === undefined) continue;
    const place = worker === 'add_mark' ? worker : `${worker} ${scope ?? ''}`;
    executions.set(place, (executions.get(place) ?? 0) + 1);
  }
  for (const [place, times] of executions) expect(times, place).toBeLessThanOrEqual(started.get(place) ?? 0);
};
