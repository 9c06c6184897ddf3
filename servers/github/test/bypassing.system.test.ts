import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callTool, failureOf, sampleTokens, startWorld, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const repo = 'mira/lock';
const protection = (contexts: readonly string[], more: object = {}) => ({
  required_status_checks: { strict: false, contexts },
  enforce_admins: true,
  required_pull_request_reviews: null,
  restrictions: null,
  ...more,
});
const lenient = { enforce_admins: false };
const checked = (...names: readonly string[]) => ({
  type: 'required_status_checks',
  parameters: {
    required_status_checks: names.map((context) => ({ context })),
    strict_required_status_checks_policy: false,
  },
});
const reviewed = (required_approving_review_count: number) => ({
  type: 'pull_request',
  parameters: {
    required_approving_review_count,
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_review_thread_resolution: false,
  },
});
const byAdmins = { bypass_actors: [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'pull_request' }] };
const reviews = { required_pull_request_reviews: { required_approving_review_count: 1 } };

interface Case {
  readonly protection?: object;
  readonly rulesets?: readonly object[];
  /** Whether an administrator may merge. */
  readonly may: boolean;
}

/** A base branch for each combination of rules; 'ok' has passed on every head, and nothing else. */
const cases: Readonly<Record<string, Case>> = {
  'protection-makes-an-exception-and-a-ruleset-does-not': {
    protection: protection(['build'], lenient),
    rulesets: [{ rules: [checked('audit')] }],
    may: false,
  },
  'both-require-the-same-check-and-one-makes-an-exception': {
    protection: protection(['build'], lenient),
    rulesets: [{ rules: [checked('build')] }],
    may: false,
  },
  'both-require-reviews-and-one-makes-an-exception': {
    protection: protection(['ok'], { ...lenient, ...reviews }),
    rulesets: [{ rules: [reviewed(1)] }],
    may: false,
  },
  'strict-protection-is-met-and-the-ruleset-makes-an-exception': {
    protection: protection(['ok']),
    rulesets: [{ rules: [checked('audit')], ...byAdmins }],
    may: true,
  },
  'a-ruleset-without-exception-is-met': {
    rulesets: [{ rules: [checked('audit')], ...byAdmins }, { rules: [checked('ok')] }],
    may: true,
  },
  'every-source-makes-an-exception': {
    protection: protection(['build'], { ...lenient, ...reviews }),
    rulesets: [{ rules: [checked('build'), reviewed(1)], ...byAdmins }],
    may: true,
  },
  'the-stricter-of-two-rulesets-makes-an-exception': {
    rulesets: [{ rules: [reviewed(0), checked('ok')] }, { rules: [reviewed(2)], ...byAdmins }],
    may: true,
  },
  'strict-protection-and-a-ruleset-with-an-exception': {
    protection: protection(['build']),
    rulesets: [{ rules: [checked('audit')], ...byAdmins }],
    may: false,
  },
};
const names = [...Object.keys(cases), 'shared-name'];

let world: World;
beforeAll(async () => {
  world = await startWorld({
    repositories: [
      {
        owner: 'mira',
        name: 'lock',
        collaborators: [{ login: 'jonas', permission: 'push' }],
        commits: [
          { message: 'Begin', files: [{ path: 'a.txt', content: 'a\n' }] },
          ...names.flatMap((name) => [
            { branch: name, message: name, files: [{ path: `${name}.txt`, content: 'x\n' }] },
            { branch: `to-${name}`, from: name, message: name, files: [{ path: `to-${name}`, content: 'y\n' }] },
          ]),
        ],
        protections: [
          ...Object.entries(cases).flatMap(([branch, { protection: rules }]) => (rules ? [{ branch, rules }] : [])),
          { branch: 'shared-name', rules: protection(['twice']) },
        ],
        rulesets: Object.entries(cases).flatMap(([branch, { rulesets = [] }]) =>
          rulesets.map((ruleset, index) => ({
            name: `${branch}-${index}`,
            enforcement: 'active',
            conditions: { ref_name: { include: [`refs/heads/${branch}`], exclude: [] } },
            ...ruleset,
          })),
        ),
        pulls: names.map((name) => ({
          title: name,
          head: `to-${name}`,
          base: name,
          user: 'jonas',
          statuses: [
            { context: 'ok', state: 'success' },
            { context: 'twice', state: 'failure' },
          ],
          check_runs: [{ name: 'twice', conclusion: 'success' }],
        })),
      },
    ],
  });
});
afterAll(() => world.close());

const place = (name: string): { readonly repo: string; readonly prNumber: number } => ({
  repo,
  prNumber: names.indexOf(name) + 1,
});
const asking = (token?: string) =>
  world.server({ server: { identity: { identify: () => ({ id: 'tester', trust: 'validated' as const }) } } }, token);

describe('whether an administrator may merge although rules are not met', () => {
  it.each(Object.entries(cases).map(([name, { may }]) => [name, may] as const))(
    'is what GitHub then does: %s',
    async (name, may) => {
      expect(await valueOf(world.server(), 'get_pr_mergeability', place(name))).toMatchObject({ can_bypass: may });
      // A question is asked only about a merge that can happen.
      const { code } = await failureOf(asking(), 'merge_pull_request', place(name));
      expect(code).toBe(may ? 'CONFIRMATION_REQUIRED' : 'PR_NOT_MERGEABLE');
      const outcome = await callTool(world.server(), 'merge_pull_request', place(name));
      expect(outcome).toMatchObject(
        may
          ? { ok: true, warnings: [{ code: 'PROTECTION_BYPASSED' }] }
          : { ok: false, code: 'PR_NOT_MERGEABLE', details: { http_status: 405 } },
      );
    },
  );
});

it('a writer may bypass none of them', async () => {
  for (const name of Object.keys(cases).filter((one) => !cases[one]?.may)) {
    const { code } = await failureOf(asking(sampleTokens.jonas), 'merge_pull_request', place(name));
    expect([name, code]).toEqual([name, 'PR_NOT_MERGEABLE']);
  }
});

it('a required name that a status and a check run share has to pass in both', async () => {
  const blockers = [{ guard: 'check', name: 'twice', state: 'failure', source: 'protection' }];
  for (const server of [world.server(), world.server({}, sampleTokens.jonas)]) {
    expect(await failureOf(server, 'merge_pull_request', place('shared-name'))).toMatchObject({
      code: 'PR_NOT_MERGEABLE',
      details: { blockers },
    });
  }
});

it('rules that nothing shows the state of are named by their source, one of which blocks', async () => {
  const { data } = await world.api('POST', `/repos/${repo}/git/refs`, {
    ref: 'refs/heads/threads',
    sha: (await valueOf(world.server(), 'get_commits', { repo, per_page: 1 })).commits[0].sha,
  });
  expect(data.ref).toBe('refs/heads/threads');
  await world.api('PUT', `/repos/${repo}/branches/threads/protection`, {
    ...protection(['ok']),
    required_conversation_resolution: true,
  });
  const head = await valueOf(world.server(), 'create_pull_request', {
    repo,
    title: 'Threads',
    head: 'to-shared-name',
    base: 'threads',
  });
  const { number: prNumber } = head;
  // The forge has no review comments: GitHub would say so.
  const held = (token?: string) =>
    world.server(
      {
        github: {
          fetch: async (input, init) => {
            const response = await fetch(input, init);
            if (!String(input).endsWith(`/pulls/${prNumber}`)) return response;
            return Response.json({
              ...((await response.json()) as object),
              mergeable: true,
              mergeable_state: 'blocked',
            });
          },
        },
      },
      token,
    );
  const rule = { guard: 'rule', name: 'threads' };
  expect((await valueOf(held(), 'get_pr_mergeability', { repo, prNumber })).blockers).toEqual([
    { ...rule, state: 'required_conversation_resolution', source: 'protection' },
  ]);
  expect((await valueOf(held(sampleTokens.jonas), 'get_pr_mergeability', { repo, prNumber })).blockers).toEqual([
    { ...rule, source: 'pull_request' },
  ]);
});
