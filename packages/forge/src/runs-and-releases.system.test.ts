import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallSeed } from './testing/small-seed.ts';
import { request, startForge, type Reply, type TestForge } from './testing/start-forge.ts';

// Git processes are slow on a busy machine; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let forge: TestForge;

beforeAll(async () => {
  forge = await startForge(smallSeed);
});
afterAll(async () => {
  await forge.close();
  expect(forge.errors).toEqual([]);
});

const call = (method: string, address: string, body?: unknown, token = 'wim'): Promise<Reply> =>
  forge.call(method, `/repos/ada/lab/${address}`, { token, body });

describe('a release', () => {
  it('creates its tag when it is published, and not as a draft', async () => {
    const made = await call('POST', 'releases', { tag_name: 'v1', name: 'One' });
    expect(made).toMatchObject({ status: 201, data: { tag_name: 'v1', draft: false } });
    expect((await call('GET', 'git/ref/tags/v1')).status).toBe(200);
    expect((await call('POST', 'releases', { tag_name: 'v2', draft: true })).data.published_at).toBeNull();
    expect((await call('GET', 'git/ref/tags/v2')).status).toBe(404);
    expect((await call('GET', 'releases/tags/v1')).data.id).toBe(made.data.id);
    expect((await call('GET', 'releases/tags/v2')).status).toBe(404);
  });

  it('is the latest unless it is a draft or a prerelease', async () => {
    const { data: latest } = await call('POST', 'releases', { tag_name: 'v3' });
    await call('POST', 'releases', { tag_name: 'v4-beta', prerelease: true });
    expect((await call('GET', 'releases/latest')).data.id).toBe(latest.id);
    expect((await call('DELETE', `releases/${latest.id}`)).status).toBe(204);
    expect((await call('GET', 'releases/latest')).data.tag_name).toBe('v1');
    expect((await call('GET', 'git/ref/tags/v3')).status).toBe(200);
  });

  it('is hidden from readers as a draft, and refused to them', async () => {
    const { data: all } = await call('GET', 'releases');
    const { data: seen } = await call('GET', 'releases', undefined, 'rea');
    expect(all.length - seen.length).toBe(1);
    const draft = all.find((release: { draft: boolean }) => release.draft);
    expect((await call('GET', `releases/${draft.id}`, undefined, 'rea')).status).toBe(404);
    expect((await call('POST', 'releases', { tag_name: 'v9' }, 'rea')).status).toBe(404);
  });

  it.each([
    [{ tag_name: 'v1' }, 'tag_name', 'already_exists'],
    [{ tag_name: 'a..b' }, 'tag_name', 'invalid'],
    [{ tag_name: '-x', target_commitish: 'nowhere' }, 'target_commitish', 'invalid'],
  ])('is refused: %j', async (body, field, code) => {
    expect(await call('POST', 'releases', body)).toMatchObject({ status: 422, data: { errors: [{ field, code }] } });
  });
});

const start = (run: object): Promise<Reply> =>
  forge.control('POST', 'workflow-runs', { owner: 'ada', repo: 'lab', workflow: 'CI', ...run });

describe('a run of a workflow', () => {
  it('has the state of its jobs, which are check runs of its commit', async () => {
    const jobs = [{ name: 'build', status: 'in_progress' }, { name: 'test' }];
    const { data: run } = await start({ jobs, actor: 'wim', event: 'pull_request', title: 'Try it' });
    const facts = async (): Promise<unknown> => {
      const { data } = await call('GET', `actions/runs/${run.id}`);
      return [data.status, data.conclusion];
    };
    expect(await facts()).toEqual(['in_progress', null]);
    const [build, test] = run.jobs;
    await call('PATCH', `check-runs/${build}`, { conclusion: 'success' });
    expect(await facts()).toEqual(['in_progress', null]);
    await call('PATCH', `check-runs/${test}`, { conclusion: 'timed_out' });
    expect(await facts()).toEqual(['completed', 'failure']);
    const { data: checks } = await call('GET', 'commits/main/check-runs');
    expect(checks.check_runs.map(({ id }: { id: number }) => id)).toEqual([build, test]);
    expect((await call('GET', `actions/jobs/${test}`)).data).toMatchObject({ run_id: run.id, conclusion: 'timed_out' });
    expect((await call('GET', `check-runs/${test}/annotations`)).data).toEqual([]);
  });

  it('has numbers of its own in each workflow, which is found by id, path and file name', async () => {
    const jobs = [{ name: 'x', conclusion: 'success' }];
    const numbers: number[] = [];
    for (const workflow of ['Nightly', 'Nightly', 'Docs: build']) {
      const { data } = await start({ workflow, jobs });
      numbers.push((await call('GET', `actions/runs/${data.id}`)).data.run_number);
    }
    expect(numbers).toEqual([1, 2, 1]);
    const { data: workflow } = await call('GET', 'actions/workflows/nightly.yml');
    expect(workflow).toMatchObject({ name: 'Nightly', path: '.github/workflows/nightly.yml' });
    expect((await call('GET', `actions/workflows/${workflow.id}`)).data).toEqual(workflow);
    expect((await call('GET', `actions/workflows/${workflow.id}/runs`)).data.total_count).toBe(2);
    expect((await call('GET', 'actions/workflows/nope.yml')).status).toBe(404);
    expect((await call('GET', 'actions/workflows')).data.workflows.map(({ path }: { path: string }) => path)).toContain(
      '.github/workflows/docs-build.yml',
    );
  });

  it('is listed by branch, actor, event and status, the newest first', async () => {
    const { data: one } = await start({
      workflow: 'Lists',
      event: 'schedule',
      jobs: [{ name: 'l', conclusion: 'skipped' }],
    });
    const { data: two } = await start({
      workflow: 'Lists',
      actor: 'rea',
      jobs: [{ name: 'l', conclusion: 'cancelled' }],
    });
    const ids = async (query: string): Promise<number[]> => {
      const { data } = await call('GET', `actions/workflows/lists.yml/runs?${query}`);
      return data.workflow_runs.map(({ id }: { id: number }) => id);
    };
    expect(await ids('')).toEqual([two.id, one.id]);
    expect(await ids('event=schedule')).toEqual([one.id]);
    expect(await ids('actor=rea')).toEqual([two.id]);
    expect(await ids('status=completed&branch=main')).toEqual([two.id, one.id]);
    expect(await ids('status=skipped')).toEqual([one.id]);
    expect(await ids('branch=other')).toEqual([]);
  });

  it('gives its logs through a redirect, to those who may read them', async () => {
    const steps = [{ name: 'Say ../ "hi"', conclusion: 'success', log: 'one\ntwo\n' }];
    const { data: run } = await start({ jobs: [{ name: 'a/b', conclusion: 'success', steps }] });
    const moved = await call('GET', `actions/runs/${run.id}/logs`);
    expect(moved.status).toBe(302);
    const archive = await request(moved.headers.get('location') ?? '', 'GET', { token: 'rea' });
    expect(archive.headers.get('content-type')).toBe('application/zip');
    // Names cannot lead out of the folder of the archive.
    expect(archive.data).toContain('ab/1_Say .. "hi".txt');
    const job = await call('GET', `actions/jobs/${run.jobs[0]}/logs`);
    const log = await request(job.headers.get('location') ?? '', 'GET', { token: 'wim' });
    expect(log.data).toMatch(/^\S+Z one\n\S+Z two\n$/);
    expect((await call('GET', 'actions/runs/999/logs')).status).toBe(404);
    expect((await call('GET', `actions/runs/${run.id}/artifacts`)).data.total_count).toBe(0);
  });

  it.each([
    ['no jobs', { jobs: [] }],
    ['a branch that does not exist', { branch: 'nowhere', jobs: [{ name: 'x' }] }],
    ['an actor who does not exist', { actor: 'nobody', jobs: [{ name: 'x' }] }],
    ['a completed job without a conclusion', { jobs: [{ name: 'x', status: 'completed' }] }],
  ])('is refused with %s', async (_, run) => {
    expect((await start(run)).status).toBe(422);
  });
});
