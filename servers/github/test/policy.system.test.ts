import type { JsonObject } from '@recourse/contract';
import { linkClient } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callTool, failureOf, sampleTokens, startWorld, tidewater as repo, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const writes: Readonly<Record<string, JsonObject>> = {
  create_branch: { branch: 'x' },
  commit_files: { branch: 'x', message: 'm', files: [{ path: 'a', content: '' }] },
  create_pull_request: { title: 't', head: 'x', base: 'main' },
  update_pull_request: { prNumber: 2 },
  merge_pull_request: { prNumber: 2 },
};

describe('a server that only reads', () => {
  it('lists no tool that writes, and refuses calls to one with the reason', async () => {
    const { server, sent } = world.counted({ readOnly: true });
    const listed = await server.listTools();
    expect(listed.every(({ annotations }) => annotations['readOnlyHint'] === true)).toBe(true);
    expect(listed).toHaveLength(13);
    for (const [tool, args] of Object.entries(writes))
      expect(await failureOf(server, tool, { repo, ...args })).toMatchObject({
        code: 'PERMISSION_DENIED',
        recovery: 'authorize',
        effect: 'none',
        details: { reason: 'this server is read-only' },
      });
    expect(sent).toEqual([]);
    expect(await valueOf(server, 'fetch', { repo })).toMatchObject({ id: repo });
  });
});

describe('lists of repositories', () => {
  it('hold for reads, whatever the case, and nothing is sent', async () => {
    const { server, sent } = world.counted({ readRepositories: ['MIRA/tidewater', 'guild/*'] });
    expect(await failureOf(server, 'fetch', { repo: 'mira/harbour' })).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { reason: "this server is not allowed to read 'mira/harbour'" },
    });
    expect((await failureOf(server, 'fetch', { repo: 'mira/tidewater2' })).code).toBe('PERMISSION_DENIED');
    expect((await failureOf(server, 'fetch', { repo: 'guildhall/x' })).code).toBe('PERMISSION_DENIED');
    expect(sent).toEqual([]);
    expect((await valueOf(server, 'fetch', { repo: 'Mira/Tidewater' })).id).toBe(repo);
    expect((await failureOf(server, 'fetch', { repo: 'guild/anything' })).code).toBe('NOT_FOUND_RESOURCE');
  });

  it('hold for what searches find', async () => {
    const { server } = world.counted({ readRepositories: [repo] });
    const found = await valueOf(server, 'search', { query: 'user:mira' });
    expect(found.results.map(({ id }: { id: string }) => id)).toEqual([repo]);
    expect(found.withheld).toBe(1);
    const pulls = await valueOf(server, 'search_pull_requests', { query: 'pier' });
    expect(pulls).toMatchObject({ pull_requests: [], withheld: 1 });
  });

  it('hold for writes by themselves; what may be written may be read', async () => {
    const { server, sent } = world.counted({ readRepositories: ['mira/harbour'], writeRepositories: [repo] });
    for (const [tool, args] of Object.entries(writes))
      expect((await failureOf(server, tool, { repo: 'mira/harbour', ...args })).details).toEqual({
        reason: "this server is not allowed to write to 'mira/harbour'",
      });
    expect(sent).toEqual([]);
    expect(await valueOf(server, 'fetch', { repo })).toBeDefined();
    expect(await valueOf(server, 'create_branch', { repo, branch: 'allowed' })).toMatchObject({ created: true });
  });

  it('do not follow a renamed repository that is no longer allowed', async () => {
    await world.api('PATCH', '/repos/mira/harbour', { name: 'elsewhere' });
    const { server } = world.counted({ readRepositories: ['mira/harbour'] });
    expect(await failureOf(server, 'fetch', { repo: 'mira/harbour' })).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      similar: [{ ref: 'mira/elsewhere' }],
    });
    await world.api('PATCH', '/repos/mira/elsewhere', { name: 'harbour' });
  });

  it('are refused at the start where they cannot be read', () => {
    expect(() => world.server({ readRepositories: ['mira'] })).toThrow(/octocat/);
    expect(() => world.server({ writeRepositories: ['*/*'] })).toThrow(/octocat/);
  });
});

describe('limits of writes', () => {
  it('count for each repository what had an effect, and say when to come back', async () => {
    const { server, sent } = world.counted({ writesPerHour: 2 });
    const create = (branch: string, of = repo) => callTool(server, 'create_branch', { repo: of, branch });
    expect((await create('limit-1')).ok).toBe(true);
    // A refusal of GitHub had no effect and is not counted.
    await world.fault({ method: 'POST', fault: { kind: 'status', status: 422 } });
    expect((await create('limit-2')).ok).toBe(false);
    expect((await create('limit-2')).ok).toBe(true);
    sent.length = 0;
    expect(await failureOf(server, 'create_branch', { repo, branch: 'limit-3' })).toMatchObject({
      code: 'RATE_LIMIT_QUOTA_EXHAUSTED',
      recovery: 'wait',
      effect: 'none',
      details: { metric: 'create_branch_per_repository_and_hour', hard_stop_threshold: 2, remaining: 0 },
    });
    expect(sent).toEqual([]);
    expect((await create('limit-1', 'mira/harbour')).ok).toBe(true);
  });
});

describe('a merge', () => {
  const asking = () =>
    world.server({ server: { identity: { identify: () => ({ id: 'local', trust: 'validated' }) } } });

  it('asks, and happens once the held call is confirmed', async () => {
    const server = asking();
    const asked = await failureOf(server, 'merge_pull_request', { repo, prNumber: 2, delete_branch: true });
    expect(asked).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      details: {
        confirmation_message: expect.stringMatching(
          /^Merge pull request 2 of mira\/tidewater, ".+", at [0-9a-f]{40} into main \(method: merge, delete its branch: true, rules bypassed: none\)\?$/,
        ),
        danger_level: 'destructive',
      },
    });
    expect((await valueOf(server, 'get_pull_request', { repo, prNumber: 2 })).merged).toBe(false);
    const [next] = asked.next_actions ?? [];
    expect(await valueOf(server, next?.tool ?? '', next?.arguments ?? {})).toMatchObject({
      merged: true,
      branch_deleted: true,
    });
    expect((await failureOf(server, next?.tool ?? '', next?.arguments ?? {})).code).toBe('TOKEN_ALREADY_USED');
  });

  it('is the only tool that asks: nothing else deletes', async () => {
    const listed = await asking().listTools();
    const destructive = listed.filter(({ annotations }) => annotations['destructiveHint'] === true);
    expect(destructive.map(({ name }) => name)).toEqual(['merge_pull_request', 'recourse_confirm']);
  });

  it('asks the user where the client can, and does nothing when the answer is no', async () => {
    const questions: string[] = [];
    const { callTool: call, close } = await linkClient(asking(), {
      elicit: ({ message }) => {
        questions.push(message);
        return { action: 'decline' };
      },
    });
    const result = await call('merge_pull_request', { repo, prNumber: 6 });
    await close();
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: -32001, data: { code: 'CONFIRMATION_DENIED' } } },
    });
    expect(questions[0]).toContain('Merge pull request 6 of mira/tidewater');
  });
});

describe('the log', () => {
  it('has one line for each failure, with what it is about', async () => {
    world.lines.length = 0;
    const server = world.server();
    await callTool(server, 'merge_pull_request', { repo, prNumber: 3, sha: 'abcdef0' });
    const { head_sha: sha } = await valueOf(server, 'get_pull_request', { repo, prNumber: 3 });
    await callTool(server, 'merge_pull_request', { repo, prNumber: 3, sha });
    await callTool(server, 'nonsense', {});
    expect(world.lines).toEqual([
      `jsonrpc_error tool=merge_pull_request code=-32006 repo=${repo} pr=3 sha=abcdef0 state=- msg="Head SHA mismatch: expected 'abcdef0', found '${sha}'"`,
      `jsonrpc_error tool=merge_pull_request code=-32005 repo=${repo} pr=3 sha=${sha} state=dirty msg="Pull request 3 is not mergeable: dirty"`,
      expect.stringMatching(/^jsonrpc_error tool=nonsense code=-32002 repo=-\/- pr=- sha=- state=- msg="/),
    ]);
  });

  it('never contains the token', async () => {
    world.lines.length = 0;
    await world.fault({ times: 3, fault: { kind: 'drop_before' } });
    await failureOf(world.server(), 'fetch', { repo });
    expect(world.lines).toHaveLength(1);
    expect(world.lines.join('\n')).not.toContain(sampleTokens.mira);
  });
});
