import type { JsonObject } from '@recourse/contract';
import type { Identity } from '@recourse/engine';
import { RunError } from '@recourse/runs';
import { serveHttp } from '@recourse/server';
import { dialClient } from '@recourse/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { fail } from '../src/sources/failing.ts';
import type { Repositories } from '../src/sources/tree.ts';
import { launchOpener } from '../src/testing/open-launch.ts';
import { memoryTree } from '../src/testing/memory-tree.ts';

const open = launchOpener();
const tool = 'launch_start_run_from_github_repo_url';
const product = memoryTree({ 'package.json': '{"name":"tidewater"}', 'index.js': 'export const tide = 1;\n' });
const site = memoryTree({ 'hugo.toml': 'title = "Site"\n' });
const repositories: Repositories = {
  head: (url) => {
    const tree = url.endsWith('/site') ? site : product;
    if (url.endsWith('/down'))
      throw new RunError(fail('CLONE_FAILED', { url, reason: 'its server responds too slowly' }));
    return Promise.resolve({ branch: 'main', sha: tree.sha });
  },
  withTree: ({ url }, _, use) => use(url.endsWith('/site') ? site : product),
};
const sources = { repositories, site: 'https://forge.example/mira/site' };
const args = { github_repo_url: 'https://forge.example/mira/tidewater', idempotency_key: 'one' };

/** Each key is the id of its principal. */
const identity: Identity = {
  identify: ({ key = 'local' }) => ({ id: key, trust: 'validated' }),
  hasKeys: () => Promise.resolve(true),
};

it('starts runs that belong to their caller, as launch_start_run does', async () => {
  const launch = await open({ sources, server: { identity } });
  const serving = await serveHttp(launch.server, { port: 0 });
  onTestFinished(() => serving.close({ now: true }));
  const callAs = async (key: string, name: string, given: JsonObject): Promise<JsonObject> => {
    const client = await dialClient(serving.url, { headers: { authorization: `Bearer ${key}` } });
    onTestFinished(() => client.close());
    return (await client.callTool(name, given)).structuredContent as JsonObject;
  };
  const hers = await callAs('ada', tool, args);
  const his = await callAs('bob', tool, args);
  expect([hers['ok'], his['ok'], his['replayed']]).toEqual([true, true, false]);
  expect(his['run_id']).not.toBe(hers['run_id']);
  const run_id = String(hers['run_id']);
  expect(await callAs('bob', 'launch_get_status', { run_id })).toMatchObject({ error: { code: 'RUN_NOT_FOUND' } });
  expect(await callAs('ada', tool, args)).toMatchObject({ run_id, replayed: true });
});

it('is limited by quotas of the operator', async () => {
  const rule = { metric: 'starts', count: 'attempts', windowMs: 60_000, stop: 1 } as const;
  const { call } = await open({ sources, server: { quotas: (name) => (name === tool ? [rule] : []) } });
  expect(await call(tool, { ...args, idempotency_key: 'a' })).toMatchObject({ ok: true });
  expect(await call(tool, { ...args, idempotency_key: 'b' })).toMatchObject({ ok: false, error: { retryable: true } });
  expect((await call('launch_list_runs'))['runs']).toHaveLength(1);
});

it('starts nothing if a repository cannot be read, and says when to call again', async () => {
  const { call } = await open({ sources });
  const answer = await call(tool, { github_repo_url: 'https://forge.example/mira/down' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'CLONE_FAILED', retryable: true } });
  expect(JSON.stringify(answer)).not.toContain('launch_resume');
  expect((await call('launch_list_runs'))['runs']).toEqual([]);
});

it('is not offered by a server without repositories', async () => {
  const { client } = await open();
  const { tools } = await client.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain(tool);
});
