import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { createForge } from '@recourse/forge';
import { openStores } from '@recourse/stores';
import type { Stores } from '@recourse/stores';
import { dialClient, spawnClient } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { serveHttp } from '@recourse/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sampleProduct } from '../src/demo/product/sample-product.ts';
import { sampleSite } from '../src/demo/site.ts';
import { launchEntry } from '../src/entry.ts';

const main = path.resolve(import.meta.dirname, '..', '..', '..', 'packages', 'cli', 'dist', 'main.js');
const canary = 'canary-51c0ffee-token';
const elicit = () => ({ action: 'accept' as const, content: { confirm: true } });

const filesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([at, content]) => ({ path: at, content }));

/** A forge with the sample product and site, and the configuration of a launch between them. */
const startWorld = async () => {
  const forge = await createForge({
    seed: {
      users: [{ login: 'acme', name: 'Acme', tokens: [{ token: canary, scopes: ['repo'] }] }],
      repositories: [
        { owner: 'acme', name: 'tally', commits: [{ message: 'Begin', files: filesOf(sampleProduct) }] },
        { owner: 'acme', name: 'docs', commits: [{ message: 'Begin', files: filesOf(sampleSite) }] },
      ],
    },
  });
  const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-launch-'));
  onTestFinished(async () => {
    await forge.close();
    rmSync(cwd, { recursive: true, force: true });
  });
  const headers = { authorization: `Bearer ${canary}`, 'user-agent': 'test' };
  const get = async <Body>(at: string): Promise<Body> =>
    (await (await fetch(`${forge.url}${at}`, { headers })).json()) as Body;
  const { object } = await get<{ object: { sha: string } }>('/repos/acme/tally/git/ref/heads/main');
  return {
    cwd,
    get,
    environment: {
      PATH: process.env['PATH'] ?? '',
      GITHUB_API_URL: forge.url,
      GITHUB_TOKEN: canary,
      LAUNCH_REPOSITORIES: `${forge.url}/`,
    },
    run_config: {
      product_slug: 'tally',
      product_name: 'Tally',
      github_repo_url: `${forge.url}/acme/tally`,
      github_ref: object.sha,
      site_repo_url: `${forge.url}/acme/docs`,
      allowed_paths: ['content'],
    },
  };
};
type World = Awaited<ReturnType<typeof startWorld>>;

/** `recourse serve launch --stdio` in a process of its own. */
const overStdio = async ({ cwd, environment }: World): Promise<Linked> => {
  const client = await spawnClient({ args: [main, 'serve', 'launch', '--stdio'], cwd, env: environment, elicit });
  onTestFinished(() => client.close());
  return client;
};

/** The same entry behind a real HTTP port. */
const overHttp = async ({ cwd, environment }: World): Promise<Linked> => {
  const stores: Stores = await openStores({ kind: 'sqlite', file: path.join(cwd, 'state.db') }, {});
  const setting = { options: { stores }, stores, environment, cwd, notify: () => undefined };
  const { server, close } = await launchEntry.start(setting);
  const serving = await serveHttp(server, { port: 0 });
  const client = await dialClient(serving.url, { elicit });
  onTestFinished(async () => {
    await client.close();
    await serving.close({ now: true });
    await close?.();
    await stores.close();
  });
  return client;
};

describe.each([
  ['stdio', overStdio],
  ['HTTP', overHttp],
])('a launch over %s', (_, connect) => {
  it('runs from a run_config to an open pull request, without exposing its token', async () => {
    const world = await startWorld();
    const { callTool } = await connect(world);
    const seen: unknown[] = [];
    const call = async (tool: string, args: JsonObject): Promise<JsonObject> => {
      const { structuredContent } = await callTool(tool, args);
      seen.push(structuredContent);
      return structuredContent as JsonObject;
    };
    const started = await call('launch_start_run', { run_config: world.run_config, idempotency_key: 'k' });
    expect(started).toMatchObject({ ok: true, run_id: expect.stringMatching(/^r_/), state: 'CREATED' });
    const run_id = String(started['run_id']);
    let state = '';
    while (state !== 'READY_FOR_PR') {
      // Joins the work, and answers at the next change of state.
      await call('launch_resume', { run_id });
      const { ok, status, failure } = await call('launch_get_status', { run_id });
      expect({ ok, failure }).toEqual({ ok: true, failure: null });
      state = String((status as JsonObject)['state']);
    }
    expect(await call('launch_validate', { run_id })).toMatchObject({ ok: true, validation_report: { ok: true } });
    expect(await call('launch_fix_next', { run_id })).toMatchObject({
      ok: false,
      run_id,
      error: { code: 'ILLEGAL_STATE', details: { current_state: 'READY_FOR_PR', required_states: ['VALIDATING'] } },
    });
    const opened = await call('launch_open_pr', { run_id });
    const branch = `launch/${run_id}/tally`;
    expect(opened).toMatchObject({ ok: true, run_id, pr_url: expect.stringContaining('/pull/1'), branch });
    const { artifact } = await call('launch_get_artifact', { run_id, artifact_name: 'pr.json' });
    const pr = JSON.parse(String((artifact as JsonObject)['content']));
    expect(pr).toMatchObject({ branch_name: branch, commit_shas: [opened['commit_sha']] });
    const files = await world.get<{ filename: string }[]>('/repos/acme/docs/pulls/1/files?per_page=100');
    expect(files.map(({ filename }) => filename).sort()).toEqual(pr.affected_paths);
    expect(files.every(({ filename }) => filename.startsWith('content/'))).toBe(true);
    expect(await call('launch_list_runs', { filter: { product_slug: 'tally' } })).toMatchObject({
      runs: [{ run_id, state: 'DONE', finished_at: expect.any(String) }],
    });
    expect(JSON.stringify(seen)).not.toContain(canary);
    // A whole launch with git and hugo, on a machine that may be busy.
  }, 300_000);
});

it('refuses in-memory stores with a message for the operator', async () => {
  const world = await startWorld();
  const stores = await openStores({ kind: 'memory' }, {});
  onTestFinished(() => stores.close());
  const setting = { options: {}, stores, environment: world.environment, cwd: world.cwd, notify: () => undefined };
  await expect(launchEntry.start(setting)).rejects.toThrow('persistent store');
});
