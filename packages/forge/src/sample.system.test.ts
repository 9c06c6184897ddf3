import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sampleSeed, sampleTokens } from './seed/sample.ts';
import { startForge, type Reply, type TestForge } from './testing/start-forge.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let forge: TestForge;

beforeAll(async () => {
  forge = await startForge(sampleSeed, { limits: 'primary' });
});

afterAll(async () => {
  expect(forge.errors).toEqual([]);
  await forge.close();
});

const call = (method: string, path: string, body?: unknown, token: string = sampleTokens.mira): Promise<Reply> =>
  forge.call(method, path, { token, body });
const tide = '/repos/mira/tidewater';

async function stateOf(address: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { data } = await call('GET', address);
    if (data.mergeable !== null) return data.mergeable_state;
    await sleep(20);
  }
  return 'unknown';
}

describe('the sample world', () => {
  it('shows a pull request in each mergeable state', async () => {
    const first = await call('GET', `${tide}/pulls/2`);
    expect(first.data).toMatchObject({ mergeable: null, mergeable_state: 'unknown' });
    const states = await Promise.all([2, 3, 4, 5, 6, 7].map((number) => stateOf(`${tide}/pulls/${number}`)));
    expect(states).toEqual(['clean', 'dirty', 'blocked', 'behind', 'unstable', 'draft']);
    expect(await stateOf('/repos/mira/harbour/pulls/1')).toBe('has_hooks');
  });

  it('withholds mergeability while the control endpoint says so', async () => {
    await forge.control('POST', 'mergeability', { hold: true });
    expect((await call('GET', `${tide}/pulls/2`)).data.mergeable).toBeNull();
    await forge.control('POST', 'mergeability', { hold: false });
    expect(await stateOf(`${tide}/pulls/2`)).toBe('clean');
  });

  it('has history, a merged and a closed pull request, an issue and a tag', async () => {
    expect((await call('GET', `${tide}/commits`)).data[0].commit.message).toBe('Say how to test (#8)');
    expect((await call('GET', `${tide}/pulls?state=closed`)).data).toHaveLength(2);
    expect((await call('GET', `${tide}/issues/1`)).data.title).toContain('Spring tides');
    expect((await call('GET', `${tide}/tags`)).data[0].name).toBe('v0.2.0');
  });

  it('turns a draft into a ready pull request and back, through GraphQL only', async () => {
    const { data: pull } = await call('GET', `${tide}/pulls/7`);
    const mutate = (name: string, id: string): Promise<Reply> =>
      call('POST', '/graphql', {
        query: `mutation($id: ID!) { ${name}(input: { pullRequestId: $id }) { pullRequest { number isDraft } } }`,
        variables: { id },
      });
    const ready = await mutate('markPullRequestReadyForReview', pull.node_id);
    expect(ready.data.data.markPullRequestReadyForReview.pullRequest).toEqual({ number: 7, isDraft: false });
    expect((await call('GET', `${tide}/pulls/7`)).data.draft).toBe(false);
    expect((await mutate('markPullRequestReadyForReview', pull.node_id)).data.errors[0].type).toBe('UNPROCESSABLE');
    expect((await mutate('convertPullRequestToDraft', pull.node_id)).data.errors).toBeUndefined();
    expect((await mutate('convertPullRequestToDraft', 'PR_nonsense')).data.errors[0].type).toBe('NOT_FOUND');
    expect((await mutate('deleteEverything', pull.node_id)).data.errors[0].extensions.code).toBe('undefinedField');
  });

  it('merges in three ways and refuses by cause', async () => {
    const merge = (number: number, body: object = {}, token?: string): Promise<Reply> =>
      call('PUT', `${tide}/pulls/${number}/merge`, body, token);
    expect((await merge(3)).status).toBe(405);
    expect((await merge(4, {}, sampleTokens.jonas)).data.message).toContain('approving review');
    expect((await merge(5, {}, sampleTokens.jonas)).data.message).toContain('not up to date');
    expect((await merge(2, {}, sampleTokens.reader)).status).toBe(403);
    const { data: pull } = await call('GET', `${tide}/pulls/2`);
    expect((await merge(2, { sha: pull.base.sha })).status).toBe(409);
    const merged = await merge(2, { sha: pull.head.sha, merge_method: 'merge' });
    const { data: commit } = await call('GET', `${tide}/commits/${merged.data.sha}`);
    expect(commit.parents).toHaveLength(2);
    expect(commit.commit.message).toBe('Merge pull request #2 from mira/rounding\n\nRound to centimetres');
    const rebased = await merge(6, { merge_method: 'rebase' });
    expect((await call('GET', `${tide}/commits/${rebased.data.sha}`)).data.commit.message).toBe('Neap tides');
    expect((await call('POST', `${tide}/pulls/4/reviews`, { event: 'APPROVE' })).data.state).toBe('APPROVED');
    expect((await merge(4, {}, sampleTokens.jonas)).data.merged).toBe(true);
  });

  it('takes the first file of an empty repository', async () => {
    await call('POST', '/user/repos', { name: 'fresh' });
    expect((await call('GET', '/repos/mira/fresh/commits')).status).toBe(409);
    const put = await call('PUT', '/repos/mira/fresh/contents/a/b.txt', { message: 'First', content: '' });
    expect(put.status).toBe(201);
    expect((await call('GET', '/repos/mira/fresh/commits')).data).toHaveLength(1);
  });

  it('lets an administrator bypass rules that do not apply to administrators', async () => {
    expect((await call('PUT', `${tide}/pulls/5/merge`, {})).data.merged).toBe(true);
  });
});
