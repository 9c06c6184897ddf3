import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEmbeddedExecutor, createRuns } from '@recourse/runs';
import type { Runs } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pagePipeline } from '../../../runs/src/testing/page-pipeline.ts';
import { runOnSqlite } from '../../../stores/src/testing/run-on-sqlite.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

let cwd: string;
let file: string;
let runs: Runs;
let close: () => Promise<void>;
beforeEach(async () => {
  cwd = writeFolder({});
  file = path.join(cwd, '.recourse', 'state.db');
  const stores = await openStores({ kind: 'sqlite', file }, {});
  const executor = createEmbeddedExecutor({ store: stores.runs as never, pollMs: 20 });
  runs = createRuns({ stores, executor, pipelines: [pagePipeline], pollMs: 5 });
  close = async () => {
    await runs.close();
    await stores.close();
  };
});
afterEach(() => close());

const recourse = (...line: readonly string[]) => runWithFakeIo(['runs', ...line], { cwd });
const json = async (...line: readonly string[]) => JSON.parse((await recourse(...line, '--json')).out);

/** A run that waits to be published. */
const ready = async (): Promise<string> => {
  await runs.work();
  const { run_id } = await runs.start('page', { title: 'Guide' });
  await runs.wait(run_id);
  return run_id;
};

describe('recourse runs', () => {
  it('lists runs, newest first, by pipeline and state', async () => {
    const first = await ready();
    const { run_id: second } = await runs.start('page', { title: 'Other' });
    await runs.wait(second);
    await runs.cancel(second);
    expect((await json('list')).runs.map(({ run_id }: { run_id: string }) => run_id)).toEqual([second, first]);
    expect((await json('list', '--state', 'CANCELLED')).runs).toMatchObject([{ run_id: second }]);
    expect((await json('list', '--before', second)).runs).toMatchObject([{ run_id: first }]);
    expect((await json('list', '--limit', '1')).runs).toHaveLength(1);
    const { out } = await recourse('list', '--pipeline', 'page');
    expect(out).toMatch(/^RUN +PIPELINE +STATE +OPERATION/);
    expect(await recourse('list', '--pipeline', 'none')).toMatchObject({ exit: 0, out: 'No matching runs.' });
    expect(await recourse('list', '--limit', '0')).toMatchObject({ exit: 2 });
  });

  it('shows a run with its work items, its events and its artifacts', async () => {
    const id = await ready();
    const { out } = await recourse('show', id);
    expect(out).toMatch(/state +READY/);
    expect(out).toMatch(/✓ draft_sections +a/);
    expect(await json('show', id)).toMatchObject({ run_id: id, state: 'READY', progress: { percent: 80 } });
    expect((await recourse('events', id)).out).toMatch(/RUN_STATE_CHANGED +CREATED → PLANNING/);
    expect((await json('events', id, '--after', '2')).events[0]).toMatchObject({ number: 3, run_id: id });
    expect((await recourse('artifacts', id)).out).toMatch(/draft\/a +text\/plain/);
    expect((await recourse('artifacts', id, 'page')).out).toBe('Guide\nSection a\nSection b');
    expect(await json('artifacts', id, 'plan')).toMatchObject({ encoding: 'utf-8', content: '{"title":"Guide"}' });
    expect(await recourse('artifacts', id, 'page', '--output', 'page.txt')).toMatchObject({ exit: 0 });
    expect(readFileSync(path.join(cwd, 'page.txt'), 'utf8')).toBe('Guide\nSection a\nSection b');
  });

  it('reports a missing run or artifact with a hint', async () => {
    const id = await ready();
    for (const verb of ['show', 'watch', 'events', 'artifacts', 'cancel', 'resume', 'verify', 'export']) {
      const { exit, err } = await recourse(verb, 'r_nothing');
      expect({ verb, exit }).toEqual({ verb, exit: 1 });
      expect(err).toMatch(/code {2}RUN_NOT_FOUND\n {2}hint {2}Run 'recourse runs list'/);
    }
    expect(await recourse('artifacts', id, 'none')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('ARTIFACT_NOT_FOUND'),
    });
    expect(await recourse('show')).toMatchObject({ exit: 2, err: expect.stringContaining('Specify a run') });
    expect(await recourse('prune')).toMatchObject({ exit: 2, err: expect.stringContaining('--older-than') });
  });

  it('cancels a run, and reports why it cannot be resumed', async () => {
    const id = await ready();
    expect(await recourse('cancel', id)).toMatchObject({ exit: 0, out: `Cancelled: run ${id} is CANCELLED.` });
    expect(await recourse('cancel', id)).toMatchObject({ exit: 0 });
    expect(await json('resume', id)).toMatchObject({
      ok: false,
      code: 'ILLEGAL_STATE',
      details: { current_state: 'CANCELLED' },
    });
    expect((await recourse('show', id)).out).toMatch(/state +CANCELLED/);
  });

  it('watches a run to its end: lines, JSON lines, or a page on a terminal', async () => {
    const id = await ready();
    const lines = await recourse('watch', id);
    expect(lines.exit).toBe(0);
    expect(lines.out).toMatch(/RUN_CREATED[\s\S]*RUN_OPERATION_FINISHED/);
    expect(JSON.parse((await recourse('watch', id, '--json')).out)).toMatchObject({ state: 'READY', percent: 80 });
    const live = await runWithFakeIo(['runs', 'watch', id], { cwd, columns: 60, colours: true });
    expect(live.out).toContain('make_plan');
    expect(live.out.split('\n').every((line) => line.replaceAll(/\u001b\[\d+m/g, '').length <= 60)).toBe(true);
    await runs.cancel(id);
    expect(await recourse('watch', id)).toMatchObject({ exit: 1 });
  });

  it('exports a run as a bundle that is verified elsewhere, and finds what was changed', async () => {
    const id = await ready();
    const { head } = await json('verify', id);
    expect(await recourse('export', id, '--output', 'run.zip')).toMatchObject({ exit: 0 });
    const elsewhere = writeFolder({});
    copyFileSync(path.join(cwd, 'run.zip'), path.join(elsewhere, 'run.zip'));
    const verified = await runWithFakeIo(['runs', 'verify', 'run.zip', '--head', head], { cwd: elsewhere });
    expect(verified).toEqual({ exit: 0, err: '', out: expect.stringContaining(`✓ ${id}`) });
    expect(existsSync(path.join(elsewhere, '.recourse'))).toBe(false);
    const wrong = await runWithFakeIo(['runs', 'verify', 'run.zip', '--head', '0'.repeat(64)], { cwd: elsewhere });
    expect(wrong).toMatchObject({
      exit: 1,
      out: expect.stringContaining('the head differs from the one given with --head'),
    });
    writeFileSync(path.join(elsewhere, 'bad.zip'), 'PK');
    expect(await runWithFakeIo(['runs', 'verify', 'bad.zip'], { cwd: elsewhere })).toMatchObject({
      exit: 2,
      err: expect.stringContaining('FILE_INVALID'),
    });
    runOnSqlite(file, `UPDATE artifacts SET bytes = CAST('x' AS BLOB) WHERE bytes = CAST('Section a' AS BLOB)`);
    expect(await recourse('verify', id)).toMatchObject({
      exit: 1,
      out: expect.stringMatching(/artifact draft\/a@.*: the content was changed/),
    });
  });

  it('prunes runs that ended long ago', async () => {
    const id = await ready();
    await runs.cancel(id);
    expect(await json('prune', '--older-than', '1h')).toEqual({ ok: true, pruned: 0 });
    const later = await runWithFakeIo(['runs', 'prune', '--older-than', '1h', '--json'], {
      cwd,
      now: () => Date.now() + 3_700_000,
    });
    expect(JSON.parse(later.out)).toEqual({ ok: true, pruned: 1 });
    expect((await json('list')).runs).toEqual([]);
  });
});
