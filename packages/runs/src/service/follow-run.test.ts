import type { Progress } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { opener } from '../testing/open-runs.ts';
import { pagePipeline } from '../testing/page-pipeline.ts';
import { good, smallPipeline } from '../testing/small-pipeline.ts';
import { followRun } from './follow-run.ts';

const open = opener();

describe('followRun', () => {
  it('reports growing progress with the state and the step, also through a repair loop', async () => {
    const { runs } = await open({ pipelines: [pagePipeline], pollMs: 0 });
    const { run_id } = await runs.start('page', { title: 'Guide' });
    const reports: Progress[] = [];
    const following = followRun(runs, run_id, {
      progress: (report) => reports.push(report),
      signal: new AbortController().signal,
    });
    await runs.work();
    expect(await following).toMatchObject({ state: 'READY', operation: null });
    const values = reports.map(({ progress }) => progress);
    expect(values.length).toBeGreaterThan(1);
    expect(values).toEqual([...new Set(values)].sort((one, other) => one - other));
    expect(values.every((value) => value >= 0 && value < 100)).toBe(true);
    expect(reports[0]).toMatchObject({ progress: 0, total: 100, message: 'CREATED' });
    await runs.request(run_id, 'publish');
    await followRun(runs, run_id, {
      progress: (report) => reports.push(report),
      signal: new AbortController().signal,
    });
    expect(reports.at(-1)).toEqual({ progress: 100, total: 100, message: 'DONE' });
  });

  it('names the step that runs', async () => {
    const calling = new AbortController();
    const { runs } = await open({ pipelines: [smallPipeline(() => new Promise(() => undefined))] });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    const messages: (string | undefined)[] = [];
    const progress = ({ message }: Progress): void => {
      messages.push(message);
      if (message === 'WORKING: second') calling.abort(new Error('seen'));
    };
    await expect(followRun(runs, run_id, { progress, signal: calling.signal })).rejects.toThrow('seen');
    expect(messages.at(-1)).toBe('WORKING: second');
  });

  it.each([
    ['leaves the run at work', 'leave', { operation: 'run' }],
    ['cancels the run where asked to', 'cancel', { state: 'CANCELLED', operation: null }],
  ] as const)('%s when its call is aborted, and rejects with the reason', async (_, onAbort, expected) => {
    const { runs } = await open({ pipelines: [smallPipeline(() => new Promise(() => undefined))] });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    const calling = new AbortController();
    const progress = ({ message }: Progress): void => {
      if (message === 'WORKING: second') calling.abort(new Error('The caller left'));
    };
    const following = followRun(runs, run_id, { progress, signal: calling.signal }, { onAbort });
    await expect(following).rejects.toThrow('The caller left');
    expect(await runs.status(run_id)).toMatchObject(expected);
  });

  it('rejects before the first report if its call is aborted already', async () => {
    const { runs } = await open({ pipelines: [smallPipeline(good)] });
    const { run_id } = await runs.start('small', {});
    const progress = (): void => expect.unreachable();
    const signal = AbortSignal.abort(new Error('late'));
    await expect(followRun(runs, run_id, { progress, signal })).rejects.toThrow('late');
  });

  it('rejects with RUN_NOT_FOUND if there is no such run', async () => {
    const { runs } = await open();
    const call = { progress: (): void => expect.unreachable(), signal: new AbortController().signal };
    await expect(followRun(runs, 'r_nothing', call)).rejects.toMatchObject({ failure: { code: 'RUN_NOT_FOUND' } });
  });
});
