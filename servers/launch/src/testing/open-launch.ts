import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { createEmbeddedExecutor, createRuns, runStoreOf } from '@recourse/runs';
import type { Runs, RunsOptions, RunStatus } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import type { RunStore, Stores } from '@recourse/stores';
import { linkClient } from '@recourse/testkit';
import type { Linked, LinkOptions } from '@recourse/testkit';
import { afterEach } from 'vitest';
import type { GivenRunConfig } from '../config/run-config.ts';
import { createLaunchServer } from '../server.ts';
import type { LaunchServer, LaunchServerOptions } from '../server.ts';
import { testPipeline } from './test-pipeline.ts';
import type { Script } from './test-pipeline.ts';

export const sampleConfig: GivenRunConfig = {
  product_slug: 'tidewater',
  product_name: 'Tidewater',
  github_repo_url: 'https://forge.example/mira/tidewater',
  github_ref: 'a'.repeat(40),
  site_repo_url: 'https://forge.example/mira/site',
  required_sections: ['products', 'docs'],
  allowed_paths: ['content'],
};

export interface OpenOptions extends Partial<Omit<LaunchServerOptions, 'runs'>> {
  readonly script?: Script;
  readonly link?: LinkOptions;
  readonly telemetry?: RunsOptions['telemetry'];
  /** False if no process is to work on the runs until the test says so. */
  readonly works?: boolean;
  /** Waits before a change of a run is written. */
  readonly beforeWrite?: (state: string) => Promise<void> | undefined;
}

/** A launch server on a store of its own, and a client that is linked to it. */
export interface OpenedLaunch extends LaunchServer {
  readonly runs: Runs;
  readonly client: Linked;
  /** Calls a tool and returns its envelope. */
  call(tool: string, args?: JsonObject): Promise<JsonObject>;
  /** Starts a run and waits until it rests. */
  rest(config?: Partial<GivenRunConfig>): Promise<RunStatus>;
  /** Starts a run and waits until it has entered a state. */
  reach(state: string, config?: Partial<GivenRunConfig>): Promise<string>;
}

/** Opens launch servers for the tests of a file, and closes them after each test. */
export const launchOpener = () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return async ({
    script,
    link,
    server: given,
    works = true,
    beforeWrite,
    telemetry,
    ...options
  }: OpenOptions = {}): Promise<OpenedLaunch> => {
    const folder = await mkdtemp(path.join(tmpdir(), 'recourse-launch-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const opened = await openStores({ kind: 'sqlite', file: path.join(folder, 'state.db'), sweepEveryMs: 0 }, {});
    closing.push(() => opened.close());
    const store = runStoreOf(opened);
    const append: RunStore['append'] = async (id, version, change) => {
      await beforeWrite?.(change.state);
      return store.append(id, version, change);
    };
    const stores: Stores = { ...opened, runs: { ...store, append } };
    const executor = createEmbeddedExecutor({ store: runStoreOf(stores), pollMs: 20, concurrency: 20 });
    const pipelines = [testPipeline(script)];
    const pauses = { retryPauseMs: 1, pollMs: 5 };
    const runs = createRuns({ stores, executor, pipelines, ...pauses, ...(telemetry && { telemetry }) });
    closing.push(() => runs.close());
    if (works) await runs.work();
    const launch = await createLaunchServer({ runs, pipeline: 'launch', ...options, server: { stores, ...given } });
    closing.push(() => launch.close());
    const client = await linkClient(launch.server, link);
    closing.push(() => client.close());
    return {
      ...launch,
      runs,
      client,
      call: async (tool, args = {}) => (await client.callTool(tool, args)).structuredContent as JsonObject,
      rest: async (config) => {
        const { run_id } = await runs.start('launch', { ...sampleConfig, ...config });
        return runs.wait(run_id);
      },
      reach: async (state, config) => {
        const { run_id } = await runs.start('launch', { ...sampleConfig, ...config });
        await entered(runs, run_id, state);
        return run_id;
      },
    };
  };
};

/** Waits until a run has entered a state. */
export const entered = async (runs: Runs, run_id: string, wanted: string): Promise<void> => {
  for await (const { state } of runs.watch(run_id)) if (state === wanted) return;
  const { state } = await runs.status(run_id);
  if (state !== wanted) throw new Error(`Run ${run_id} ended its work in ${state}, not in ${wanted}`);
};
