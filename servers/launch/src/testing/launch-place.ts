import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createForge } from '@recourse/forge';
import type { Forge } from '@recourse/forge';
import { createGitHub } from '@recourse/github';
import { createEmbeddedExecutor, createRuns, runStoreOf } from '@recourse/runs';
import type { Executor, Runs } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import type { StoreSettings } from '@recourse/stores';
import type { GivenRunConfig } from '../config/run-config.ts';
import { sampleProduct } from '../demo/product/sample-product.ts';
import { sampleSite } from '../demo/site.ts';
import { createModelClient } from '../model/client/create-model-client.ts';
import type { ModelClient } from '../model/client/create-model-client.ts';
import { startAnswers } from '../model/testing/answer-server.ts';
import { createLaunchPipeline } from '../pipeline.ts';
import { createGitHubPublisher } from '../publishing/create-github-publisher.ts';
import { createRepositories } from '../sources/create-repositories.ts';

interface LaunchRuns {
  readonly executor?: Executor;
  readonly programs?: Readonly<Record<string, string>>;
  readonly model?: ModelClient;
}

export const launchToken = 'token-of-ada';

const filesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, content]) => ({ path: name, content }));

/** A forge with a product and a Hugo site, and a store for the runs. */
export const openLaunchPlace = async ({
  product = sampleProduct,
  site = sampleSite,
  store = {},
  answers,
}: {
  readonly product?: Readonly<Record<string, string>>;
  readonly site?: Readonly<Record<string, string>>;
  readonly store?: Partial<StoreSettings>;
  /** Starts a language model that answers with this file, and lets runs use it. */
  readonly answers?: string;
} = {}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-launch-'));
  const forge = await createForge({
    seed: {
      users: [{ login: 'ada', tokens: [{ token: launchToken, scopes: ['repo'] }] }],
      repositories: [
        { owner: 'ada', name: 'tally', commits: [{ message: 'Begin', files: filesOf(product) }] },
        { owner: 'ada', name: 'site', commits: [{ message: 'Begin', files: filesOf(site) }] },
      ],
    },
  });
  const settings = {
    kind: 'sqlite',
    file: path.join(folder, 'state.db'),
    sweepEveryMs: 0,
    ...store,
  } as StoreSettings;
  const github = createGitHub({ baseUrl: forge.url, token: launchToken });
  const repositories = createRepositories({ folder: path.join(folder, 'repositories'), allowed: [`${forge.url}/`] });
  const { signal } = new AbortController();
  const { sha } = await repositories.head(`${forge.url}/ada/tally`, undefined, signal);
  const config: GivenRunConfig = {
    product_slug: 'tally',
    product_name: 'Tally',
    github_repo_url: `${forge.url}/ada/tally`,
    github_ref: sha,
    site_repo_url: `${forge.url}/ada/site`,
    allowed_paths: ['content'],
  };
  const endpoint = answers === undefined ? undefined : await startAnswers(answers);
  if (endpoint) config.llm = { api_base_url: endpoint.url, model: 'small' };
  const stores = await openStores(settings, {});
  const closing: (() => Promise<unknown>)[] = [
    () => stores.close(),
    () => forge.close(),
    () => endpoint?.close() ?? Promise.resolve(),
  ];
  return {
    folder,
    forge,
    settings,
    config,
    stores,
    repositories,
    /** The requests that the language model got. */
    asked: endpoint?.requests ?? [],
    /** Runs that this process works on, with an executor of choice. */
    openRuns: ({ executor, programs = {}, model = localModel() }: LaunchRuns = {}): Runs => {
      const pipeline = createLaunchPipeline({
        folder: path.join(folder, 'work'),
        repositories,
        publisher: createGitHubPublisher(github, { settlesWithinMs: 0 }),
        programs,
        reachesOut: false,
        model,
      });
      const runs = createRuns({
        stores,
        pipelines: [pipeline],
        executor: executor ?? createEmbeddedExecutor({ store: runStoreOf(stores), pollMs: 20 }),
        pollMs: 20,
        retryPauseMs: 1,
      });
      closing.unshift(() => runs.close());
      return runs;
    },
    /** Asks the forge, as its owner. */
    ask: <Answer>(route: string): Promise<Answer> => askForge<Answer>(forge, route),
    close: async (): Promise<void> => {
      for (const close of closing) await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A client for language models on this machine. */
const localModel = (): ModelClient => createModelClient({ access: { endpoints: [], loopback: true } });

export type LaunchPlace = Awaited<ReturnType<typeof openLaunchPlace>>;

const askForge = async <Answer>(forge: Forge, route: string): Promise<Answer> => {
  const answer = await fetch(`${forge.url}${route}`, { headers: { authorization: `Bearer ${launchToken}` } });
  if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
};
