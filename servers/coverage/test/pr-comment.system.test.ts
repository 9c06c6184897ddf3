import path from 'node:path';
import type { ServerOptions } from '@recourse/engine';
import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import { openStores } from '@recourse/stores';
import { createClock } from '@recourse/testkit';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { lcov, makeProject, sums } from './project.ts';
import type { Project } from './project.ts';
import { answerOf, failureOf, serverOf } from './world.ts';

const profile = 'cover.info';
const place = { owner: 'mira', repo: 'tidewater', prNumber: 2 };
const mark = '<!-- coverctl-coverage-report -->';

const start = async (project: Project) => {
  const forge = await createForge({ seed: sampleSeed, control: 'test-key' });
  onTestFinished(() => forge.close());
  const comments = '/repos/mira/tidewater/issues/2/comments';
  const api = async (method: string, path: string, body?: object, token: string = sampleTokens.mira) => {
    const response = await fetch(`${forge.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'test' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as readonly { id: number; body: string; user: { login: string } }[];
  };
  return {
    say: (body: string, token?: string) => api('POST', comments, { body }, token),
    comments: () => api('GET', `${comments}?per_page=100`),
    fault: (rule: object) =>
      fetch(`${forge.url}/_forge/faults`, {
        method: 'POST',
        headers: { 'x-forge-key': 'test-key' },
        body: JSON.stringify({ times: 1, ...rule }),
      }),
    server: (
      token: string = sampleTokens.mira,
      environment: Readonly<Record<string, string>> = {},
      options: Partial<ServerOptions> = {},
    ) =>
      serverOf(project, {
        mode: 'ci',
        environment,
        server: options,
        github: { baseUrl: forge.url, token, retry: { attempts: 1 } },
      }),
  };
};

describe('pr-comment', () => {
  let project: Project;
  beforeEach(() => {
    project = makeProject({
      ...sums,
      'src/@odd|name`.js': '1\n2\n',
      [profile]: lcov({ 'src/sums.js': [[1, 2, 3], [4]], 'src/@odd|name`.js': [[1], [2]] }),
      'base.info': lcov({ 'src/sums.js': [[1, 2, 3, 4], []] }),
    });
  });

  it('writes one comment, and updates it in place', async () => {
    const world = await start(project);
    const server = world.server();
    const first = await answerOf(server, 'pr-comment', { profile, ...place });
    const second = await answerOf(server, 'pr-comment', { profile, baseProfile: 'base.info', ...place });
    expect(first.value).toMatchObject({ updated: false, holds: true });
    expect(second.value).toMatchObject({ updated: true, commentId: first.value.commentId });
    const written = (await world.comments()).filter(({ body }) => body.includes(mark));
    expect(written).toMatchObject([{ id: first.value.commentId, body: second.value.commentBody }]);
  });

  it('writes exactly one more comment for each key, even if its state is lost', async () => {
    const world = await start(project);
    const comment = async (idempotency_key: string) => {
      // Each server has its own memory, as after a crash.
      const outcome = await world.server().call({
        tool: 'pr-comment',
        arguments: { profile, ...place, updateExisting: false },
        meta: { idempotency_key },
        caller: { transport: 'in-process', local: true },
      });
      return outcome.ok ? outcome.value : outcome;
    };
    const first = await comment('one');
    expect(first).toMatchObject({ updated: false });
    expect(await comment('one')).toMatchObject({ updated: true, commentId: expect.any(Number) });
    expect(await comment('two')).toMatchObject({ updated: false });
    expect((await world.comments()).filter(({ body }) => body.includes(mark))).toHaveLength(2);
  });

  it('finds its own comment among others, on any page', async () => {
    const world = await start(project);
    // Anyone can write the mark.
    await world.say(`${mark} not ours`, sampleTokens.jonas);
    for (let said = 0; said < 105; said += 1) await world.say(`Comment ${said}`);
    await world.say(`${mark} ours`);
    const { value } = await answerOf(world.server(), 'pr-comment', { profile, ...place });
    expect(value.updated).toBe(true);
    const others = (await world.comments()).filter(({ user }) => user.login === 'jonas');
    expect(others.filter(({ body }) => body.includes(mark))).toMatchObject([{ body: `${mark} not ours` }]);
  });

  it('shows names of the repository as nothing but names', async () => {
    const world = await start(project);
    const { value } = await answerOf(world.server(), 'pr-comment', { profile, ...place, dryRun: true });
    expect(value.commentBody).toContain('`` src/@odd\\|name`.js ``');
    expect(value.commentId).toBeUndefined();
    expect((await world.comments()).filter(({ body }) => body.includes(mark))).toEqual([]);
  });

  it('returns the codes of the contract if GitHub refuses', async () => {
    const world = await start(project);
    const server = world.server();
    expect(await failureOf(server, 'pr-comment', { profile, ...place, prNumber: 4711 })).toMatchObject({
      code: 'OP_PULL_REQUEST_NOT_FOUND',
      details: { pr_number: 4711, repository: 'mira/tidewater' },
    });
    // Number 1 is an issue, which takes comments too.
    expect(await failureOf(server, 'pr-comment', { profile, ...place, prNumber: 1 })).toMatchObject({
      code: 'OP_PULL_REQUEST_NOT_FOUND',
    });
    expect(await failureOf(world.server('wrong'), 'pr-comment', { profile, ...place })).toMatchObject({
      code: 'OP_UNAUTHENTICATED',
      details: { variables: ['GITHUB_TOKEN'] },
    });
    await world.fault({
      method: 'POST',
      path: '/repos/mira/tidewater/issues/2/comments',
      fault: { kind: 'status', status: 403 },
    });
    expect(await failureOf(server, 'pr-comment', { profile, ...place })).toMatchObject({ code: 'OP_PROVIDER_REFUSED' });
    await world.fault({
      method: 'POST',
      path: '/repos/mira/tidewater/issues/2/comments',
      fault: { kind: 'status', status: 502 },
    });
    expect(await failureOf(server, 'pr-comment', { profile, ...place })).toMatchObject({
      code: 'OP_PROVIDER_ERROR',
      retryable: true,
    });
  });

  it('writes to the repository of its pipeline, and to no other', async () => {
    const world = await start(project);
    const server = world.server(sampleTokens.mira, {
      GITHUB_REPOSITORY: 'mira/tidewater',
      GITHUB_REF: 'refs/pull/2/merge',
    });
    expect((await answerOf(server, 'pr-comment', { profile })).value.summary).toContain('mira/tidewater#2');
    expect(await failureOf(server, 'pr-comment', { profile, ...place, repo: 'harbour' })).toMatchObject({
      code: 'OP_PROVIDER_REFUSED',
    });
  });

  it('accepts calls again when the window has passed, for every server on the same store', async () => {
    const world = await start(project);
    const clock = createClock();
    const stores = await openStores({
      kind: 'sqlite',
      file: path.join(project.root, '.recourse', 'state.db'),
      now: clock.now,
      sweepEveryMs: 0,
    });
    onTestFinished(() => stores.close());
    const [one, other] = [world.server, world.server].map((open) =>
      open(sampleTokens.mira, {}, { stores, now: clock.now }),
    );
    if (!one || !other) throw new Error('There are two servers');
    const args = { profile, ...place, prNumber: 4711 };
    for (const server of [one, other, one, other, one]) {
      expect(await failureOf(server, 'pr-comment', args)).toMatchObject({ code: 'OP_PULL_REQUEST_NOT_FOUND' });
    }
    clock.advance(60_000);
    expect(await failureOf(other, 'pr-comment', args)).toMatchObject({
      code: 'OP_RATE_LIMITED',
      details: { retry_after_seconds: 240 },
      retry_after_ms: 240_000,
    });
    clock.advance(240_000);
    expect(await failureOf(other, 'pr-comment', args)).toMatchObject({ code: 'OP_PULL_REQUEST_NOT_FOUND' });
  });
});
