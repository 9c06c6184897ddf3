import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runProgram } from './testing/run-program.ts';
import { smallSeed } from './testing/small-seed.ts';
import { startForge, type Reply, type TestForge } from './testing/start-forge.ts';

// Git processes are slow on a busy machine; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let forge: TestForge;

beforeAll(async () => {
  forge = await startForge(smallSeed);
});
afterAll(() => forge.close());

const call = (method: string, address: string, body?: unknown, token = 'ada'): Promise<Reply> =>
  forge.call(method, `/repos/ada/lab/${address}`, { token, body });

const ruleset = (name: string, branch: string, rules: readonly object[], more: object = {}): object => ({
  name,
  enforcement: 'active',
  conditions: { ref_name: { include: [`refs/heads/${branch}`], exclude: [] } },
  rules,
  ...more,
});

const reviewed = {
  type: 'pull_request',
  parameters: {
    required_approving_review_count: 1,
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_review_thread_resolution: false,
  },
};
const checked = (strict = false): object => ({
  type: 'required_status_checks',
  parameters: { required_status_checks: [{ context: 'audit' }], strict_required_status_checks_policy: strict },
});

/** A branch `name` and a pull request into it; returns the number and the head. */
async function pullInto(name: string): Promise<{ number: number; head: string }> {
  const { data: main } = await call('GET', 'git/ref/heads/main');
  for (const branch of [name, `to-${name}`])
    await call('POST', 'git/refs', { ref: `refs/heads/${branch}`, sha: main.object.sha });
  const { data: put } = await call('PUT', `contents/${name}.txt`, { message: name, content: '', branch: `to-${name}` });
  const { data: pull } = await call('POST', 'pulls', { title: name, head: `to-${name}`, base: name }, 'wim');
  return { number: pull.number, head: put.commit.sha };
}

async function decided(number: number): Promise<{ mergeable_state: string }> {
  for (;;) {
    const { data } = await call('GET', `pulls/${number}`);
    if (data.mergeable !== null) return data;
  }
}

describe('a ruleset', () => {
  it('is created, listed, changed in part and deleted by administrators', async () => {
    const made = await call('POST', 'rulesets', ruleset('crud', 'crud-*', [{ type: 'deletion' }]));
    expect(made).toMatchObject({ status: 201, data: { name: 'crud', current_user_can_bypass: 'never' } });
    const one = `rulesets/${made.data.id}`;
    expect((await call('POST', 'rulesets', ruleset('crud', 'x', []))).status).toBe(422);
    expect((await call('POST', 'rulesets', ruleset('other', 'x', []), 'wim')).status).toBe(404);
    expect((await call('GET', one, undefined, 'wim')).data).not.toHaveProperty('bypass_actors');
    expect((await call('PUT', one, { enforcement: 'disabled' })).data).toMatchObject({
      enforcement: 'disabled',
      rules: [{ type: 'deletion' }],
    });
    expect((await call('GET', 'rules/branches/crud-1')).data).toEqual([]);
    expect((await call('DELETE', one)).status).toBe(204);
    expect((await call('GET', one)).status).toBe(404);
  });

  it.each([
    ['a rule that does not exist', { rules: [{ type: 'be_nice' }] }],
    ['a rule without its parameters', { rules: [{ type: 'pull_request' }] }],
    ['a pattern outside the branches', { conditions: { ref_name: { include: ['refs/tags/x'], exclude: [] } } }],
    ['a role that does not exist', { bypass_actors: [{ actor_id: 3, actor_type: 'RepositoryRole' }] }],
    [
      'a list of patterns that is too long',
      { conditions: { ref_name: { include: Array(101).fill('~ALL'), exclude: [] } } },
    ],
    ['no name', { name: ' ' }],
  ])('is refused with %s', async (_, more) => {
    expect((await call('POST', 'rulesets', ruleset('bad', 'x', [], more))).status).toBe(422);
  });

  it('blocks a merge until its checks and reviews are there, for administrators too', async () => {
    await call('POST', 'rulesets', ruleset('strict', 'strict', [reviewed, checked()]));
    const { number, head } = await pullInto('strict');
    expect((await decided(number)).mergeable_state).toBe('blocked');
    const refused = await call('PUT', `pulls/${number}/merge`, {});
    expect(refused).toMatchObject({ status: 405, data: { message: expect.stringContaining('rule violations') } });
    expect(refused.data.message).toContain('approving review');
    expect(refused.data.message).toContain('"audit" is expected');
    await call('POST', `statuses/${head}`, { state: 'success', context: 'audit' });
    await call('POST', `pulls/${number}/reviews`, { event: 'APPROVE' });
    expect((await decided(number)).mergeable_state).toBe('clean');
    expect((await call('PUT', `pulls/${number}/merge`, {})).status).toBe(200);
  });

  it('lets those on its bypass list merge, and push only if the list says always', async () => {
    const bypass_actors = [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'pull_request' }];
    const made = await call('POST', 'rulesets', ruleset('by-pull', 'by-pull', [reviewed], { bypass_actors }));
    expect(made.data.current_user_can_bypass).toBe('pull_requests_only');
    expect((await call('GET', `rulesets/${made.data.id}`, undefined, 'wim')).data.current_user_can_bypass).toBe(
      'never',
    );
    const { number, head } = await pullInto('by-pull');
    expect((await call('PATCH', 'git/refs/heads/by-pull', { sha: head })).data.message).toContain('pull request');
    expect((await call('PUT', `pulls/${number}/merge`, {}, 'wim')).status).toBe(405);
    expect((await call('PUT', `pulls/${number}/merge`, {})).status).toBe(200);
    const always = [{ actor_id: 4, actor_type: 'RepositoryRole', bypass_mode: 'always' }];
    await call('POST', 'rulesets', ruleset('always', 'always', [reviewed], { bypass_actors: always }));
    const other = await pullInto('always');
    expect((await call('PATCH', 'git/refs/heads/always', { sha: other.head }, 'wim')).status).toBe(200);
  });

  it('requires a linear history, allowed methods and signatures of merges', async () => {
    await call('POST', 'rulesets', ruleset('linear', 'linear', [{ type: 'required_linear_history' }]));
    const linear = await pullInto('linear');
    expect((await call('PUT', `pulls/${linear.number}/merge`, { merge_method: 'merge' })).status).toBe(405);
    expect((await call('PUT', `pulls/${linear.number}/merge`, { merge_method: 'squash' })).status).toBe(200);
    const parameters = {
      ...reviewed.parameters,
      required_approving_review_count: 0,
      allowed_merge_methods: ['rebase'],
    };
    await call('POST', 'rulesets', ruleset('methods', 'methods', [{ type: 'pull_request', parameters }]));
    const methods = await pullInto('methods');
    expect((await call('PUT', `pulls/${methods.number}/merge`, { merge_method: 'squash' })).status).toBe(405);
    expect((await call('PUT', `pulls/${methods.number}/merge`, { merge_method: 'rebase' })).status).toBe(200);
    await call('POST', 'rulesets', ruleset('signed', 'signed', [{ type: 'required_signatures' }]));
    const signed = await pullInto('signed');
    expect((await call('PUT', `pulls/${signed.number}/merge`, {})).data.message).toContain('signatures');
  });

  it('is strict about the base if it says so', async () => {
    await call('POST', 'rulesets', ruleset('behind', 'behind', [checked(true)]));
    const { data: main } = await call('GET', 'git/ref/heads/main');
    await call('POST', 'git/refs', { ref: 'refs/heads/side', sha: main.object.sha });
    const { data: moved } = await call('PUT', 'contents/side.txt', { message: 'side', content: '', branch: 'side' });
    const { number, head } = await pullInto('behind');
    for (const sha of [head, moved.commit.sha])
      await call('POST', `statuses/${sha}`, { state: 'success', context: 'audit' });
    expect((await call('PATCH', 'git/refs/heads/behind', { sha: moved.commit.sha })).status).toBe(200);
    expect((await decided(number)).mergeable_state).toBe('behind');
    expect((await call('PUT', `pulls/${number}/merge`, {})).status).toBe(405);
  });

  it('restricts creation, deletion, updates and forced updates of branches', async () => {
    const rules = [{ type: 'creation' }, { type: 'deletion' }, { type: 'non_fast_forward' }, { type: 'update' }];
    const { data: main } = await call('GET', 'git/ref/heads/main');
    await call('POST', 'git/refs', { ref: 'refs/heads/frozen', sha: main.object.sha });
    await call('POST', 'rulesets', ruleset('frozen', 'frozen*', rules));
    const sentences = await Promise.all([
      call('POST', 'git/refs', { ref: 'refs/heads/frozen-2', sha: main.object.sha }),
      call('DELETE', 'git/refs/heads/frozen'),
      call('PUT', 'contents/x.txt', { message: 'x', content: '', branch: 'frozen' }),
    ]);
    expect(sentences.map(({ status }) => status)).toEqual([422, 422, 409]);
    expect(sentences.map(({ data }) => /Cannot \w+/.exec(data.message)?.[0])).toEqual([
      'Cannot create',
      'Cannot delete',
      'Cannot update',
    ]);
    expect((await call('GET', 'branches/frozen')).data).toMatchObject({
      protected: true,
      protection: { enabled: false },
    });
    expect(
      (await call('GET', 'branches?protected=true&per_page=100')).data.map(({ name }: { name: string }) => name),
    ).toContain('frozen');
  });

  it('declines a push of git with its reason', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'forge-rules-'));
    await call('POST', 'rulesets', ruleset('pushed', 'pushed', [{ type: 'creation' }]));
    const git = (...rest: string[]): ReturnType<typeof runProgram> => runProgram('git', rest, { cwd: folder });
    await git('clone', '-q', `${forge.url.replace('//', '//x:ada@')}/ada/lab.git`, 'clone');
    await writeFile(path.join(folder, 'clone/a.txt'), 'a\n');
    await git('-C', 'clone', 'add', '.');
    await git('-C', 'clone', 'commit', '-qm', 'a');
    const pushed = await git('-C', 'clone', 'push', 'origin', 'HEAD:pushed');
    expect(pushed.code).toBe(1);
    expect(pushed.stderr).toContain('Repository rule violations found Cannot create ref');
    await rm(folder, { recursive: true });
  });
});
