import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runOnSqlite } from '../../../stores/src/testing/run-on-sqlite.ts';
import { opener } from '../testing/open-runs.ts';
import { pagePipeline } from '../testing/page-pipeline.ts';
import { verifyBundle } from './bundle.ts';
import { readZip, writeZip } from './zip.ts';

const open = opener();

const finished = async () => {
  const opened = await open({ pipelines: [pagePipeline] });
  await opened.runs.work();
  const { run_id } = await opened.runs.start('page', { title: 'Guide' });
  await opened.runs.wait(run_id);
  await opened.runs.request(run_id, 'publish');
  await opened.runs.wait(run_id);
  const attack = (sql: string): void => runOnSqlite(opened.file, sql);
  return { ...opened, run_id, attack };
};

describe('the verification of a run', () => {
  it('confirms a run that nothing has touched', async () => {
    const { runs, run_id } = await finished();
    const { head, last_event } = await runs.status(run_id);
    expect(await runs.verify(run_id)).toMatchObject({ ok: true, events: last_event, head, problems: [] });
  });

  it.each([
    [
      'an event',
      "UPDATE events SET rest = replace(rest, 'make_plan', 'make_play') WHERE rest LIKE '%WORK_ITEM_FINISHED%'",
      'events',
    ],
    [
      'the type of an event',
      "UPDATE events SET rest = replace(rest, 'WORK_ITEM_FINISHED', 'WORK_ITEM_FAILED')",
      'events',
    ],
    ['the time of an event', "UPDATE events SET ts = '2020-01-01T00:00:00.000Z' WHERE position = 5", 'events'],
    ['a removed event', 'DELETE FROM events WHERE position = 5', 'events'],
    ['a removed last event', 'DELETE FROM events WHERE position = (SELECT max(position) FROM events)', 'events'],
    [
      'an artifact',
      "UPDATE artifacts SET bytes = CAST('Section x' AS BLOB) WHERE bytes = CAST('Section a' AS BLOB)",
      'artifact',
    ],
    ['a removed artifact', "DELETE FROM artifacts WHERE bytes = CAST('Section a' AS BLOB)", 'artifact'],
    [
      'the snapshot',
      `UPDATE run_snapshots SET snapshot = replace(snapshot, '"fix_attempts":1', '"fix_attempts":0')`,
      'snapshot',
    ],
    ['a removed snapshot', 'UPDATE run_snapshots SET snapshot = NULL', 'snapshot'],
    ['the state', "UPDATE runs SET state = 'READY'", 'row'],
    ['the configuration', `UPDATE runs SET config = replace(config, 'Guide', 'Guise')`, 'config'],
    ['the head', "UPDATE runs SET head = 'f00'", 'events'],
  ])('names %s that was changed', async (_, sql, part) => {
    const { runs, run_id, attack } = await finished();
    attack(sql);
    const { ok, problems } = await runs.verify(run_id);
    expect(ok).toBe(false);
    expect(problems.map((problem) => problem.part)).toContain(part);
  });
});

describe('the bundle of a run', () => {
  it('is verified without the store, and is the same each time', async () => {
    const { runs, run_id, stores } = await finished();
    const bundle = await runs.export(run_id);
    const { head } = await runs.status(run_id);
    expect(Buffer.from(await runs.export(run_id)).equals(bundle)).toBe(true);
    await stores.close();
    expect(await verifyBundle(bundle)).toMatchObject({ ok: true, run_id, head, problems: [] });
  });

  it('shows which file was changed, removed or added', async () => {
    const { runs, run_id } = await finished();
    const bundle = await runs.export(run_id);
    const entries = readZip(bundle, 1e9);
    const changed = async (path: string, content: string | undefined) => {
      const others = [...entries]
        .filter(([name]) => name !== path)
        .map(([name, bytes]) => ({ path: name, content: bytes }));
      const added = content === undefined ? [] : [{ path, content: Buffer.from(content) }];
      const { ok, problems } = await verifyBundle(writeZip([...others, ...added]));
      return { ok, first: problems[0] };
    };
    const artifact = [...entries.keys()].find((name) => name.startsWith('artifacts/')) ?? '';
    expect(await changed('extra.txt', 'x')).toMatchObject({ ok: false, first: { part: 'file', place: 'extra.txt' } });
    expect(await changed(artifact, undefined)).toMatchObject({ ok: false, first: { part: 'file', place: artifact } });
    expect(await changed(artifact, 'x')).toMatchObject({
      ok: false,
      first: { place: artifact, problem: 'was changed' },
    });
    expect(await changed('config.json', '{}')).toMatchObject({ ok: false, first: { place: 'config.json' } });
    expect(await changed('snapshot.json', '{}')).toMatchObject({ ok: false, first: { place: 'snapshot.json' } });
  });

  it('is refused if it is not a bundle, or is cut off', async () => {
    const { runs, run_id } = await finished();
    const bundle = await runs.export(run_id);
    const source = readFileSync(import.meta.filename);
    for (const file of [Buffer.alloc(0), source, bundle.subarray(0, bundle.length / 2), writeZip([])]) {
      await expect(verifyBundle(file)).rejects.toMatchObject({ name: 'ZipError' });
    }
    expect(() => readZip(bundle, 100)).toThrow(/more than 100 bytes/);
  });
});
