import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createEmbeddedExecutor,
  createRuns,
  definePipeline,
  gate,
  json,
  publication,
  runStoreOf,
  step,
} from '@recourse/runs';
import type { Runs } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { prSchema } from '../artifacts.ts';
import type { PullRequestRecord } from '../artifacts.ts';
import { runConfigSchema } from '../config/run-config.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { LaunchEnvironment } from '../environment.ts';
import type { Tree } from '../sources/tree.ts';
import { sampleConfig } from '../testing/open-launch.ts';
import { canary, startSite } from '../testing/start-site.ts';
import type { Site } from '../testing/start-site.ts';
import { createGitHubPublisher } from './create-github-publisher.ts';
import { openPullRequest } from './open-pull-request.ts';
import type { OpenWorktree } from './open-pull-request.ts';
import type { Publisher } from './publisher.ts';

const files = new Map([
  ['content/docs/new.md', 'New\n'],
  ['content/products/tidewater.md', 'Product\n'],
]);

interface Options {
  readonly publisher?: Publisher;
  readonly files?: ReadonlyMap<string, string>;
}

/** Runs of a pipeline that does nothing but publish. */
const openRuns = async (site: Site, { publisher, files: written = files }: Options = {}): Promise<Runs> => {
  const worktree: OpenWorktree = () =>
    Promise.resolve({
      touched: [...written.keys()],
      removed: [],
      read: (name) => Promise.resolve(written.get(name)),
    });
  const environment: LaunchEnvironment = {
    folder: '',
    programs: {},
    reachesOut: false,
    publisher: publisher ?? createGitHubPublisher(site.github, { settlesWithinMs: 0 }),
    repositories: {
      head: () => Promise.reject(new Error('Not asked for')),
      withTree: ({ url, sha }, _, use) => {
        const tree: Tree = { url, sha, entries: [], read: () => Promise.resolve(undefined) };
        return use(tree);
      },
    },
  };
  const anyJson = json(z.json());
  const pipeline = definePipeline({
    name: 'launch',
    config: runConfigSchema,
    artifacts: {
      'inputs.json': anyJson,
      'patch_bundle.json': anyJson,
      'validation_report.json': anyJson,
      'pr.json': json(prSchema),
    },
    steps: [
      step<RunConfig>(
        'prepare',
        { enters: 'LINKING', makes: ['inputs.json', 'patch_bundle.json'] },
        async ({ config }) => ({
          'inputs.json': {
            product: { url: config.github_repo_url, sha: config.github_ref },
            site: { url: config.site_repo_url, branch: 'main', sha: (await site.head()) ?? '' },
          },
          'patch_bundle.json': {},
        }),
      ),
    ],
    gates: [gate<RunConfig>('links', {}, () => [])],
    report: {
      makes: 'validation_report.json',
      write: () => ({
        ok: true,
        profile: 'local',
        gates: [{ name: 'links', ok: true, status: 'passed', elapsed_ms: 1, issue_count: 0 }],
      }),
    },
    publish: publication<RunConfig>(
      'open_pr',
      {
        ready: 'READY_FOR_PR',
        published: 'PR_OPENED',
        needs: ['inputs.json', 'patch_bundle.json', 'validation_report.json'],
        makes: ['pr.json'],
      },
      openPullRequest(environment, worktree),
    ),
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-launch-'));
  const stores = await openStores({ kind: 'sqlite', file: path.join(folder, 'state.db'), sweepEveryMs: 0 }, {});
  const executor = createEmbeddedExecutor({ store: runStoreOf(stores), pollMs: 20 });
  const runs = createRuns({ stores, executor, pipelines: [pipeline], retryPauseMs: 1, pollMs: 20 });
  onTestFinished(async () => {
    await runs.close();
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  });
  await runs.work();
  return runs;
};

const publish = async (runs: Runs, site: Site) => {
  const { run_id } = await runs.start('launch', { ...sampleConfig, site_repo_url: site.url });
  await runs.wait(run_id);
  await runs.request(run_id, 'publish');
  return runs.wait(run_id);
};

const recordOf = async (runs: Runs, run_id: string): Promise<PullRequestRecord> =>
  JSON.parse(Buffer.from((await runs.artifact(run_id, 'pr.json')).content).toString());

it('opens one pull request from the branch of the run, with gates and the way back', async () => {
  const site = await startSite();
  const runs = await openRuns(site);
  const { run_id, state } = await publish(runs, site);
  expect(state).toBe('DONE');
  const branch = `launch/${run_id}/tidewater`;
  const record = await recordOf(runs, run_id);
  expect(record).toMatchObject({
    run_id,
    base_ref: await site.head(),
    branch_name: branch,
    commit_shas: [await site.head(branch)],
    affected_paths: ['content/docs/new.md', 'content/products/tidewater.md'],
    validation_summary: { ok: true, gates_passed: 1, gates_failed: 0 },
  });
  const [pull, ...others] = await site.pulls();
  expect(others).toEqual([]);
  expect(pull).toMatchObject({ number: record.pr_number, html_url: record.pr_url, head: { ref: branch } });
  for (const part of ['Tidewater', '**docs** (1)', '| links | passed |', 'git revert', run_id]) {
    expect(pull.body).toContain(part);
  }
});

it.each([
  ['the commit', 'POST', '/repos/mira/site/git/refs'],
  ['the pull request', 'POST', '/repos/mira/site/pulls'],
])('makes %s once if its answer is lost', async (_, method, requested) => {
  const site = await startSite();
  const runs = await openRuns(site);
  await site.fault({ method, path: requested, fault: { kind: 'drop_after' } });
  const { run_id, state } = await publish(runs, site);
  expect(state).toBe('DONE');
  expect(await site.pulls()).toHaveLength(1);
  expect(await site.commits(`launch/${run_id}/tidewater`)).toHaveLength(2);
});

it('goes on after a failure between commit and pull request, and makes no second commit', async () => {
  const site = await startSite();
  const runs = await openRuns(site);
  await site.fault({ method: 'POST', path: '/repos/mira/site/pulls', fault: { kind: 'status', status: 401 } });
  const { run_id, state, last_operation } = await publish(runs, site);
  expect({ state, last_operation }).toMatchObject({
    state: 'READY_FOR_PR',
    last_operation: { ok: false, code: 'COMMIT_SERVICE_ERROR', retryable: false },
  });
  await runs.request(run_id, 'publish');
  expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
  expect(await site.pulls()).toHaveLength(1);
  expect(await site.commits(`launch/${run_id}/tidewater`)).toHaveLength(2);
});

it('ends with NO_CHANGES if the site holds everything already, and writes nothing', async () => {
  const site = await startSite();
  const runs = await openRuns(site, { files: new Map() });
  const { run_id, state, last_operation } = await publish(runs, site);
  expect({ state, last_operation }).toMatchObject({ state: 'READY_FOR_PR', last_operation: { code: 'NO_CHANGES' } });
  expect(await site.head(`launch/${run_id}/tidewater`)).toBeUndefined();
});

it('shows its token in no event, artifact or failure, even if the upstream repeats it', async () => {
  const site = await startSite();
  for (const publisher of [
    createGitHubPublisher(site.github, { settlesWithinMs: 0 }),
    createGitHubPublisher(site.githubAs(`${canary}-revoked`), { settlesWithinMs: 0 }),
  ]) {
    const runs = await openRuns(site, { publisher });
    const status = await publish(runs, site);
    const seen: unknown[] = [status, await runs.events(status.run_id), await runs.config(status.run_id)];
    for (const { key } of status.artifacts) {
      seen.push(Buffer.from((await runs.artifact(status.run_id, key)).content).toString());
    }
    expect(JSON.stringify(seen)).not.toContain(canary);
  }
});
