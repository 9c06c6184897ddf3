import { describe, expect, it } from 'vitest';
import { opener } from '../testing/open-runs.ts';
import { pagePipeline } from '../testing/page-pipeline.ts';

const open = opener();

describe('a run', () => {
  it('goes through its steps, is fixed, waits to be published, and is done', async () => {
    const { runs } = await open({ pipelines: [pagePipeline] });
    await runs.work();
    const { run_id, state, replayed } = await runs.start('page', { title: 'Guide' });
    expect({ state, replayed }).toEqual({ state: 'CREATED', replayed: false });
    const waiting = await runs.wait(run_id);
    expect(waiting).toMatchObject({ state: 'READY', fix_attempts: 1, failure: null, open_issues: [] });
    expect(Buffer.from((await runs.artifact(run_id, 'page')).content).toString()).toBe('Guide\nSection a\nSection b');
    await runs.request(run_id, 'publish');
    const done = await runs.wait(run_id);
    expect(done).toMatchObject({ state: 'DONE', progress: { percent: 100, running: [] } });
    expect(
      (await runs.events(run_id))
        .filter(({ type }) => type === 'RUN_STATE_CHANGED')
        .map(({ payload }) => payload['new_state']),
    ).toEqual(['PLANNING', 'DRAFTING', 'JOINING', 'VALIDATING', 'FIXING', 'VALIDATING', 'READY', 'PUBLISHED', 'DONE']);
  });
});
