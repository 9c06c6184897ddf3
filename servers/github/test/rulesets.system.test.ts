import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callTool, failureOf, sampleTokens, startWorld, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const repo = 'mira/dock';
const reviews = {
  required_approving_review_count: 1,
  dismiss_stale_reviews_on_push: false,
  require_code_owner_review: false,
  require_last_push_approval: false,
  required_review_thread_resolution: false,
};
const reviewed = { type: 'pull_request', parameters: reviews };
const audited = {
  type: 'required_status_checks',
  parameters: { required_status_checks: [{ context: 'audit' }], strict_required_status_checks_policy: false },
};
const byAdmins = (bypass_mode: string) => [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode }];

/** A branch and a pull request for each ruleset: `to-<name>` into `<name>`. */
const rulesets: Readonly<Record<string, { readonly rules: readonly object[]; readonly bypass_actors?: object[] }>> = {
  both: { rules: [reviewed, audited] },
  triple: { rules: [reviewed, audited, { type: 'required_linear_history' }] },
  signed: { rules: [{ type: 'required_signatures' }] },
  frozen: { rules: [{ type: 'update' }] },
  passable: { rules: [audited], bypass_actors: byAdmins('pull_request') },
  linear: { rules: [{ type: 'required_linear_history' }] },
  rebased: {
    rules: [
      {
        type: 'pull_request',
        parameters: { ...reviews, required_approving_review_count: 0, allowed_merge_methods: ['rebase'] },
      },
    ],
  },
};
const open = {
  required_status_checks: null,
  enforce_admins: true,
  required_pull_request_reviews: null,
  restrictions: null,
};
const names = [...Object.keys(rulesets), 'straight', 'checked'];

let world: World;
let mira: Server;
let jonas: Server;

beforeAll(async () => {
  world = await startWorld({
    repositories: [
      {
        owner: 'mira',
        name: 'dock',
        collaborators: [{ login: 'jonas', permission: 'push' }],
        commits: [
          { message: 'Begin', files: [{ path: 'a.txt', content: 'a\n' }] },
          ...names.flatMap((name) => [
            { branch: name, message: name, files: [{ path: `${name}.txt`, content: 'x\n' }] },
            {
              branch: `to-${name}`,
              from: name,
              message: `To ${name}`,
              files: [{ path: `to-${name}`, content: 'y\n' }],
            },
          ]),
        ],
        pulls: names.map((name) => ({
          title: name,
          head: `to-${name}`,
          base: name,
          user: 'jonas',
          ...(name === 'checked' && {
            statuses: [{ context: 'build', state: 'failure' }],
            check_runs: [{ name: 'lint', status: 'in_progress' }],
          }),
        })),
        protections: [
          { branch: 'straight', rules: { ...open, required_linear_history: true } },
          {
            branch: 'checked',
            rules: { ...open, required_status_checks: { strict: false, contexts: ['build', 'lint', 'docs'] } },
          },
        ],
        rulesets: Object.entries(rulesets).map(([name, ruleset]) => ({
          name,
          enforcement: 'active',
          conditions: { ref_name: { include: [`refs/heads/${name}`], exclude: [] } },
          ...ruleset,
        })),
      },
    ],
  });
  mira = world.server();
  jonas = world.server({}, sampleTokens.jonas);
});
afterAll(() => world.close());

const place = (name: string): { readonly repo: string; readonly prNumber: number } => ({
  repo,
  prNumber: names.indexOf(name) + 1,
});
const refuse = (server: Server, name: string, more: JsonObject = {}) =>
  failureOf(server, 'merge_pull_request', { ...place(name), ...more });
const check = { guard: 'check', name: 'audit', state: 'missing', source: 'ruleset' };
/** A caller whose merges have to be confirmed. */
const asking = (token?: string): Server =>
  world.server({ server: { identity: { identify: () => ({ id: 'tester', trust: 'validated' as const }) } } }, token);

describe('a ruleset that refuses a merge', () => {
  it('is named with every check and review that it requires, to administrators and to writers', async () => {
    const blockers = [check, { guard: 'review', state: 'missing', source: 'ruleset' }];
    for (const server of [mira, jonas]) {
      expect(await valueOf(server, 'get_pr_mergeability', place('both'))).toMatchObject({
        blockers,
        can_bypass: false,
      });
      expect(await refuse(server, 'both')).toMatchObject({
        code: 'PR_NOT_MERGEABLE',
        details: { blockers, upstream_error: expect.stringContaining('rule violations') },
      });
    }
    expect((await refuse(asking(), 'both')).code).toBe('PR_NOT_MERGEABLE');
  });

  it('is named together with the method that it does not allow, in the question and in the refusal', async () => {
    const review = { guard: 'review', state: 'missing', source: 'ruleset' };
    const method = { guard: 'method', name: 'merge', source: 'ruleset' };
    for (const server of [mira, jonas, asking(), asking(sampleTokens.jonas)]) {
      const failure = await refuse(server, 'triple', { merge_method: 'merge' });
      expect(failure).toMatchObject({ code: 'PR_NOT_MERGEABLE', details: { blockers: [check, review, method] } });
      const calls = (failure.next_actions ?? []).map(({ tool }) => tool);
      expect(calls).toEqual(['get_checks_for_sha', 'get_pull_request', 'merge_pull_request']);
    }
  });

  it.each([
    ['signed', 'required_signatures'],
    ['frozen', 'update'],
  ])('is named by the type of its rule if no API shows whether it is met: %s', async (name, state) => {
    expect((await refuse(jonas, name)).details?.['blockers']).toEqual([
      { guard: 'rule', name, state, source: 'ruleset' },
    ]);
  });

  it('may be bypassed by those on its list, and the question and the result say so', async () => {
    expect(await valueOf(jonas, 'get_pr_mergeability', place('passable'))).toMatchObject({ can_bypass: false });
    expect((await refuse(asking(sampleTokens.jonas), 'passable')).code).toBe('PR_NOT_MERGEABLE');
    const question = await refuse(asking(), 'passable');
    expect(question.code).toBe('CONFIRMATION_REQUIRED');
    expect(question.details?.['confirmation_message']).toContain("required check 'audit' is missing");
    expect(await callTool(mira, 'merge_pull_request', place('passable'))).toMatchObject({
      value: { merged: true, bypassed: [check] },
      warnings: [{ code: 'PROTECTION_BYPASSED' }],
    });
  });
});

describe('a method that the rules of the branch do not allow', () => {
  it.each([
    ['linear', 'merge', 'squash', 'ruleset'],
    ['rebased', 'squash', 'rebase', 'ruleset'],
    ['straight', 'merge', 'squash', 'protection'],
  ])('is refused with one that they do: %s', async (name, method, other, source) => {
    const question = await refuse(asking(), name, { merge_method: method });
    const failure = await refuse(mira, name, { merge_method: method });
    for (const { code, details } of [question, failure]) {
      expect(code).toBe('PR_NOT_MERGEABLE');
      expect(details?.['blockers']).toEqual([{ guard: 'method', name: method, source }]);
    }
    expect(failure).toMatchObject({ retryable: false, next_actions: [{ arguments: { merge_method: other } }] });
    const [next] = failure.next_actions ?? [];
    expect(await valueOf(mira, next?.tool ?? '', next?.arguments ?? {})).toMatchObject({ merged: true });
  });
});

describe('a refusal that nothing explains', () => {
  it("keeps GitHub's words, and is not taken for a base that moved", async () => {
    const stubborn = world.server({
      github: {
        fetch: (input, init) =>
          init?.method === 'PUT'
            ? Promise.resolve(Response.json({ message: 'A check of another kind.' }, { status: 405 }))
            : fetch(input, init),
      },
    });
    expect(await refuse(stubborn, 'both')).toMatchObject({ code: 'PR_NOT_MERGEABLE' });
    await world.api('POST', `/repos/${repo}/git/refs`, {
      ref: 'refs/heads/fit',
      sha: (await valueOf(mira, 'get_commits', { repo, per_page: 1 })).commits[0].sha,
    });
    const files = [{ path: 'fit.txt', content: 'fit\n' }];
    await valueOf(mira, 'commit_files', { repo, branch: 'fit', message: 'Fit', files });
    const { number } = await valueOf(mira, 'create_pull_request', { repo, title: 'Fit', head: 'fit', base: 'main' });
    expect(await failureOf(stubborn, 'merge_pull_request', { repo, prNumber: number })).toMatchObject({
      code: 'PR_NOT_MERGEABLE',
      retryable: false,
      details: { http_status: 405, upstream_error: 'A check of another kind.' },
      next_actions: [{ tool: 'get_pr_mergeability' }],
    });
  });
});

describe('required checks that REST does not show', () => {
  it('are named as unknown when a merge is refused and the token may read none of them', async () => {
    const failure = await refuse(blind(/\/check-runs$/, /\/status$/, /\/graphql$/), 'checked');
    const unknown = (name: string) => ({ guard: 'check', name, state: 'unknown', source: 'protection' });
    expect(failure).toMatchObject({
      code: 'PR_NOT_MERGEABLE',
      details: { blockers: ['build', 'lint', 'docs'].map(unknown) },
      next_actions: [{ tool: 'get_checks_for_sha' }],
    });
    expect(failure.next_actions).toHaveLength(1);
  });

  const blind = (...parts: readonly RegExp[]): Server =>
    world.server({
      github: {
        fetch: (input, init) =>
          parts.some((part) => part.test(new URL(String(input)).pathname))
            ? Promise.resolve(Response.json({ message: 'Resource not accessible' }, { status: 403 }))
            : fetch(input, init),
      },
    });
  const blockersFor = async (server: Server): Promise<unknown> =>
    (await valueOf(server, 'get_pr_mergeability', place('checked'))).blockers;
  const found = (source: string) => [
    { guard: 'check', name: 'build', state: 'failure', source },
    { guard: 'check', name: 'lint', state: 'pending', source },
  ];
  const docs = { guard: 'check', name: 'docs', state: 'missing', source: 'protection' };

  it.each([
    ['check runs', [/\/check-runs$/]],
    ['check runs and statuses', [/\/check-runs$/, /\/status$/]],
  ])('are found by GraphQL: %s', async (_, parts) => {
    expect(await blockersFor(blind(...parts))).toEqual([...found('protection'), docs]);
  });

  it('are found by GraphQL if the token may not read the protection', async () => {
    expect(await blockersFor(blind(/\/branches\/checked/))).toEqual(expect.arrayContaining(found('graphql')));
  });

  it('stay unknown if GraphQL refuses as well', async () => {
    expect(await blockersFor(blind(/\/check-runs$/, /\/graphql$/))).toContainEqual({
      guard: 'check',
      name: 'lint',
      state: 'unknown',
      source: 'protection',
    });
  });
});
