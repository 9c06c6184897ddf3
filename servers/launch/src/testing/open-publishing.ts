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
import type { TestContext } from 'vitest';
import { z } from 'zod';
import { prSchema } from '../artifacts.ts';
import { runConfigSchema } from '../config/run-config.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { LaunchEnvironment } from '../environment.ts';
import { openPullRequest } from '../publishing/open-pull-request.ts';
import type { OpenWorktree } from '../publishing/open-pull-request.ts';
import type { Publisher } from '../publishing/publisher.ts';
import type { Tree } from '../sources/tree.ts';

export interface PublishingOptions {
  readonly publisher: Publisher;
  /** The commit that the site is at. */
  readonly head: () => Promise<string>;
  readonly files: ReadonlyMap<string, string>;
}

/** Runs of a pipeline that does nothing but publish, until the test ends. */
export const openPublishing = async (
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { publisher, head, files: written }: PublishingOptions,
): Promise<Runs> => {
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
    publisher,
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
            site: { url: config.site_repo_url, branch: 'main', sha: await head() },
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
        issues: [],
      }),
    },
    publish: publication<RunConfig>(
      'open_pr',
      {
        ready: 'READY_FOR_PR',
        published: 'PR_OPENED',
        needs: ['inputs.json', 'patch_bundle.json', 'validation_report.json'],
        makes: ['pr.json'],
        refreshes: ['prepare'],
      },
      openPullRequest(environment, worktree),
    ),
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-launch-'));
  const stores = await openStores({ kind: 'sqlite', file: path.join(folder, 'state.db'), sweepEveryMs: 0 }, {});
  const executor = createEmbeddedExecutor({ store: runStoreOf(stores), pollMs: 20 });
  const runs = createRuns({ stores, executor, pipelines: [pipeline], retryPauseMs: 1, pollMs: 5 });
  onTestFinished(async () => {
    await runs.close();
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  });
  await runs.work();
  return runs;
};
