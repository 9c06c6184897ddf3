import type { JsonObject } from '@recourse/contract';
import type { Progress, Server } from '@recourse/engine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callTool, failureOf, sampleTokens, startWorld, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const repo = 'mira/yard';
const open = {
  required_status_checks: null,
  enforce_admins: true,
  required_pull_request_reviews: null,
  restrictions: null,
};
const racers = Array.from({ length: 6 }, (_, index) => `race-${index}`);
const branches = [
  ...racers,
  'conflict',
  'draft',
  'checked',
  'reviewed',
  'disliked',
  'locked',
  'moving',
  'plain',
  'kept',
  'moved',
  'methods',
  'held',
  'based',
  'doubly',
  'lenient',
  'rough',
];

let world: World;
let mira: Server;
let jonas: Server;

beforeAll(async () => {
  world = await startWorld({
    repositories: [
      {
        owner: 'mira',
        name: 'yard',
        collaborators: [{ login: 'jonas', permission: 'push' }],
        commits: [
          { message: 'Begin', files: [{ path: 'shared.txt', content: 'one\n' }] },
          ...['checks', 'reviews', 'locks', 'both', 'loose'].map((branch) => ({
            branch,
            message: `Open ${branch}`,
            files: [{ path: `${branch}.txt`, content: 'x\n' }],
          })),
          ...branches.map((branch) => ({
            branch,
            author: 'jonas',
            message: `Work on ${branch}`,
            files: [
              branch === 'conflict'
                ? { path: 'shared.txt', content: 'theirs\n' }
                : { path: `work/${branch}.txt`, content: `${branch}\n` },
            ],
          })),
          { message: 'Go on', files: [{ path: 'shared.txt', content: 'ours\n' }] },
        ],
        protections: [
          {
            branch: 'checks',
            rules: { ...open, required_status_checks: { strict: false, contexts: ['build', 'lint', 'docs'] } },
          },
          {
            branch: 'reviews',
            rules: { ...open, required_pull_request_reviews: { required_approving_review_count: 1 } },
          },
          { branch: 'locks', rules: { ...open, lock_branch: true } },
          {
            branch: 'both',
            rules: {
              ...open,
              required_status_checks: { strict: false, contexts: ['build'] },
              required_pull_request_reviews: { required_approving_review_count: 1 },
            },
          },
          {
            branch: 'loose',
            rules: { ...open, enforce_admins: false, required_status_checks: { strict: false, contexts: ['build'] } },
          },
        ],
        pulls: [
          { title: 'Conflict', head: 'conflict', user: 'jonas' },
          { title: 'Draft', head: 'draft', user: 'jonas', draft: true },
          {
            title: 'Checked',
            head: 'checked',
            base: 'checks',
            user: 'jonas',
            statuses: [{ context: 'build', state: 'failure' }],
            check_runs: [{ name: 'lint', status: 'in_progress' }],
          },
          { title: 'Reviewed', head: 'reviewed', base: 'reviews', user: 'jonas' },
          {
            title: 'Disliked',
            head: 'disliked',
            base: 'reviews',
            user: 'jonas',
            reviews: [{ user: 'mira', event: 'REQUEST_CHANGES', body: 'No.' }],
          },
          { title: 'Locked', head: 'locked', base: 'locks', user: 'jonas' },
          { title: 'Doubly', head: 'doubly', base: 'both', user: 'jonas' },
          { title: 'Lenient', head: 'lenient', base: 'loose', user: 'jonas' },
          { title: 'Rough', head: 'rough', base: 'both', user: 'jonas', draft: true },
          ...['moving', 'plain', 'kept', 'moved', 'methods', 'held', 'based', ...racers].map((head) => ({
            title: head,
            head,
            user: 'jonas',
          })),
        ],
      },
    ],
  });
  mira = world.server();
  jonas = world.server({}, sampleTokens.jonas);
});
afterAll(() => world.close());

const numberOf = async (head: string): Promise<number> =>
  (await valueOf(mira, 'list_pull_requests', { repo, state: 'all', head })).pull_requests[0].number;
const refuse = async (server: Server, head: string, more: JsonObject = {}) =>
  failureOf(server, 'merge_pull_request', { repo, prNumber: await numberOf(head), ...more });

/** A server whose requests and answers are changed on the way. */
const interposed = (change: (response: Response, url: URL, method: string) => Promise<Response> | Response): Server =>
  world.server({
    github: {
      fetch: async (input, init) => {
        const url = new URL(String(input));
        return change(await fetch(input, init), url, init?.method ?? 'GET');
      },
    },
  });

/** A caller whose merges have to be confirmed. */
const asked = { identity: { identify: () => ({ id: 'tester', trust: 'validated' as const }) } };

describe('a refused merge says which guard refused', () => {
  it('a conflict', async () => {
    expect(await refuse(jonas, 'conflict')).toMatchObject({
      code: 'PR_NOT_MERGEABLE',
      effect: 'none',
      recovery: 'change_state',
      details: { mergeable_state: 'dirty', blockers: [{ guard: 'conflict', name: 'main' }] },
      next_actions: [{ tool: 'get_pull_request', arguments: { include_files: true } }],
    });
  });

  it('a draft, and the call that makes it ready', async () => {
    const failure = await refuse(jonas, 'draft');
    expect(failure).toMatchObject({ details: { blockers: [{ guard: 'draft' }] } });
    const [next] = failure.next_actions ?? [];
    expect(await valueOf(jonas, next?.tool ?? '', next?.arguments ?? {})).toMatchObject({ draft: false });
    expect(await valueOf(jonas, 'merge_pull_request', { repo, prNumber: await numberOf('draft') })).toMatchObject({
      merged: true,
    });
  });

  it('which required checks fail, run or are missing', async () => {
    expect(await refuse(jonas, 'checked')).toMatchObject({
      code: 'PR_NOT_MERGEABLE',
      details: {
        mergeable_state: 'blocked',
        http_status: 405,
        blockers: [
          { guard: 'check', name: 'build', state: 'failure' },
          { guard: 'check', name: 'lint', state: 'pending' },
          { guard: 'check', name: 'docs', state: 'missing' },
        ],
        blocked_by: expect.arrayContaining(["required check 'build' is failure"]),
      },
      next_actions: expect.arrayContaining([expect.objectContaining({ tool: 'get_checks_for_sha' })]),
    });
  });

  it('a missing review, also to a token that may not read the protection', async () => {
    expect(await refuse(mira, 'reviewed')).toMatchObject({
      details: { blockers: [{ guard: 'review', state: 'missing' }] },
      next_actions: [{ tool: 'get_pull_request', arguments: { include_reviews: true } }],
    });
    expect(await refuse(jonas, 'reviewed')).toMatchObject({
      details: {
        blockers: [{ guard: 'review', state: 'missing', source: 'graphql' }],
        upstream_error: expect.any(String),
      },
    });
  });

  it('a missing check and a missing review together, each with its source, to every token', async () => {
    // Only an administrator may read which reviews the protection demands.
    for (const [server, source] of [
      [mira, 'protection'],
      [jonas, 'graphql'],
    ] as const) {
      const blockers = [
        { guard: 'check', name: 'build', state: 'missing', source: 'protection' },
        { guard: 'review', state: 'missing', source },
      ];
      expect(await refuse(server, 'doubly')).toMatchObject({ details: { blockers } });
      expect(await valueOf(server, 'get_pr_mergeability', { repo, prNumber: await numberOf('doubly') })).toMatchObject({
        blockers,
        can_bypass: false,
      });
    }
  });

  it('the rules that a draft does not meet either', async () => {
    expect((await refuse(jonas, 'rough')).details?.['blockers']).toEqual([
      { guard: 'draft', source: 'pull_request' },
      { guard: 'check', name: 'build', state: 'missing', source: 'protection' },
      { guard: 'review', state: 'missing', source: 'graphql' },
    ]);
  });

  it('what it can if GraphQL refuses the token', async () => {
    const failure = await refuse(
      world.server({
        github: {
          fetch: (input, init) =>
            new URL(String(input)).pathname.endsWith('/graphql')
              ? Promise.resolve(Response.json({ message: 'Resource not accessible' }, { status: 403 }))
              : fetch(input, init),
        },
      }),
      'doubly',
    );
    expect(failure.details?.['blockers']).toEqual([
      { guard: 'check', name: 'build', state: 'missing', source: 'protection' },
      { guard: 'review', state: 'missing', source: 'protection' },
    ]);
  });

  it('who asked for changes', async () => {
    expect(await refuse(jonas, 'disliked')).toMatchObject({
      details: {
        blockers: [{ guard: 'review', name: 'mira', state: 'changes_requested' }],
        blocked_by: ["changes requested by 'mira'"],
      },
    });
  });

  it('a rule that is neither a check nor a review, by name to a token that may read it', async () => {
    const rule = { guard: 'rule', name: 'locks' };
    expect((await refuse(mira, 'locked')).details?.['blockers']).toEqual([
      { ...rule, state: 'lock_branch', source: 'protection' },
    ]);
    expect((await refuse(jonas, 'locked')).details?.['blockers']).toEqual([{ ...rule, source: 'pull_request' }]);
  });

  it('a method that the repository does not allow, and one that it does', async () => {
    await world.api('PATCH', `/repos/${repo}`, { allow_rebase_merge: false });
    const failure = await refuse(mira, 'methods', { merge_method: 'rebase' });
    expect(failure).toMatchObject({
      details: { blockers: [{ guard: 'method', name: 'rebase' }] },
      next_actions: [{ tool: 'merge_pull_request', arguments: { merge_method: 'squash' } }],
    });
    const [next] = failure.next_actions ?? [];
    expect(await valueOf(mira, next?.tool ?? '', next?.arguments ?? {})).toMatchObject({ merged: true });
  });

  it('that it is merged or closed already', async () => {
    expect(await refuse(mira, 'methods')).toMatchObject({ details: { blockers: [{ guard: 'merged' }] } });
    const prNumber = await numberOf('moved');
    await valueOf(mira, 'update_pull_request', { repo, prNumber, state: 'closed' });
    const failure = await refuse(mira, 'moved');
    expect(failure).toMatchObject({ details: { blockers: [{ guard: 'closed' }] } });
    const [next] = failure.next_actions ?? [];
    expect(await valueOf(mira, next?.tool ?? '', next?.arguments ?? {})).toMatchObject({ state: 'open' });
  });

  it('a base that was modified during the merge: it may be repeated', async () => {
    const prNumber = await numberOf('based');
    // A merge that GitHub refuses while the pull request itself looks fit.
    const { data: before } = await world.api('GET', `/repos/${repo}/pulls/${prNumber}`);
    const still = world.server({
      github: {
        fetch: (input, init) => {
          if (init?.method === 'PUT') {
            return Promise.resolve(Response.json({ message: 'Base branch was modified.' }, { status: 405 }));
          }
          return String(input).endsWith(`/pulls/${prNumber}`)
            ? Promise.resolve(Response.json({ ...before, mergeable: true, mergeable_state: 'clean' }))
            : fetch(input, init);
        },
      },
    });
    expect(await failureOf(still, 'merge_pull_request', { repo, prNumber })).toMatchObject({
      code: 'BASE_BRANCH_MODIFIED',
      retryable: true,
      recovery: 'retry',
      effect: 'none',
      details: { base: 'main', http_status: 405 },
    });
  });
});

describe('rules that a token may bypass', () => {
  const unmet = { guard: 'check', name: 'build', state: 'missing', source: 'protection' };

  it('are named in the mergeability and in the question', async () => {
    const prNumber = await numberOf('lenient');
    expect(await valueOf(mira, 'get_pr_mergeability', { repo, prNumber })).toMatchObject({
      blockers: [unmet],
      can_bypass: true,
    });
    const question = await failureOf(world.server({ server: asked }), 'merge_pull_request', { repo, prNumber });
    expect(question.code).toBe('CONFIRMATION_REQUIRED');
    expect(question.details?.['confirmation_message']).toContain(`rules bypassed: "required check 'build' is missing"`);
  });

  it('are named in the result of the merge', async () => {
    const outcome = await callTool(mira, 'merge_pull_request', { repo, prNumber: await numberOf('lenient') });
    expect(outcome).toMatchObject({
      ok: true,
      value: { merged: true, bypassed: [unmet] },
      warnings: [{ code: 'PROTECTION_BYPASSED', details: { base: 'loose' } }],
    });
  });

  it.each([
    ['by rules', 'doubly', 'review'],
    ['by a conflict', 'conflict', 'conflict'],
  ])('are not asked about where the merge is impossible %s', async (_why, head, guard) => {
    const asking = world.server({ server: asked }, sampleTokens.jonas);
    const failure = await refuse(asking, head);
    expect(failure.code).toBe('PR_NOT_MERGEABLE');
    expect(failure.details?.['blockers']).toContainEqual(expect.objectContaining({ guard }));
  });
});

describe('the head that is merged', () => {
  it('is the one that was named, by the beginning of its SHA too', async () => {
    const prNumber = await numberOf('plain');
    const { head_sha: head } = await valueOf(mira, 'get_pull_request', { repo, prNumber });
    expect(await refuse(mira, 'plain', { sha: head.replace(/^./, head.startsWith('0') ? '1' : '0') })).toMatchObject({
      code: 'HEAD_SHA_MISMATCH',
      details: { actual_sha: head },
    });
    expect(
      await valueOf(mira, 'merge_pull_request', { repo, prNumber, sha: head.slice(0, 7), merge_method: 'squash' }),
    ).toMatchObject({ merged: true, head_sha: head, merge_method: 'squash', branch_deleted: false });
  });

  it('is the one that was looked at: a push in between is not merged', async () => {
    const prNumber = await numberOf('moving');
    const { head_sha: seen } = await valueOf(mira, 'get_pull_request', { repo, prNumber });
    let pushed = '';
    const server = world.server({
      github: {
        fetch: async (input, init) => {
          if (init?.method === 'PUT') {
            const files = [{ path: 'late.txt', content: 'late\n' }];
            pushed = (await valueOf(mira, 'commit_files', { repo, branch: 'moving', message: 'Late', files })).commit;
          }
          return fetch(input, init);
        },
      },
    });
    expect(await failureOf(server, 'merge_pull_request', { repo, prNumber })).toMatchObject({
      code: 'HEAD_SHA_MISMATCH',
      effect: 'none',
      details: { pull_number: prNumber, expected_sha: seen, actual_sha: pushed },
      next_actions: [{ tool: 'get_pull_request' }],
    });
  });
});

describe('merges at the same moment', () => {
  it('are all made, each once: a late caller is told to repeat', async () => {
    const codes = new Set<string>();
    const mergeUntilDone = async (branch: string): Promise<string> => {
      const prNumber = await numberOf(branch);
      for (let attempt = 0; attempt < 50; attempt += 1) {
        const outcome = await callTool(mira, 'merge_pull_request', { repo, prNumber });
        if (outcome.ok) return (outcome.value as { sha: string }).sha;
        codes.add(outcome.code);
        expect(outcome, outcome.message).toMatchObject({ retryable: true, effect: 'none' });
      }
      throw new Error(`${branch} was never merged`);
    };
    const merged = await Promise.all(racers.map(mergeUntilDone));
    const { commits } = await valueOf(mira, 'get_commits', { repo, branch: 'main', per_page: 100 });
    const history = commits.map(({ sha }: { sha: string }) => sha);
    for (const sha of merged) expect(history.filter((known: string) => known === sha)).toHaveLength(1);
    // Which of them come depends on who is late; a test above makes each come about.
    expect([...codes].filter((code) => code !== 'BASE_BRANCH_MODIFIED' && code !== 'MERGEABILITY_UNKNOWN')).toEqual([]);
  });
});

describe('waiting for GitHub to find out', () => {
  it('has progress and a bound, and says when to come back', async () => {
    await world.control('mergeability', { hold: true });
    const slept: number[] = [];
    const server = world.server({
      mergeableWaitMs: 4000,
      sleep: (ms) => {
        slept.push(ms);
        return Promise.resolve();
      },
    });
    const prNumber = await numberOf('held');
    const progress: Progress[] = [];
    const onProgress = (step: Progress): void => void progress.push(step);
    const failure = await failureOf(server, 'merge_pull_request', { repo, prNumber }, { onProgress });
    await world.control('mergeability', { hold: false });
    expect(failure).toMatchObject({
      code: 'MERGEABILITY_UNKNOWN',
      retryable: true,
      recovery: 'wait',
      effect: 'none',
      retry_after_ms: 10_000,
      details: { waited_seconds: 4 },
    });
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(4000);
    expect(progress.map(({ progress: at }) => at)).toEqual([0, 250, 750, 1750, 3750]);
    expect(progress.every(({ total }) => total === 4000)).toBe(true);
  });

  it('ends when the caller cancels', async () => {
    await world.control('mergeability', { hold: true });
    const caller = new AbortController();
    const pending = callTool(
      world.server({ mergeableWaitMs: 60_000 }),
      'get_pr_mergeability',
      { repo, prNumber: await numberOf('held') },
      { signal: caller.signal, onProgress: () => caller.abort() },
    );
    expect(await pending).toMatchObject({ code: 'CALL_CANCELLED', effect: 'none' });
    await world.control('mergeability', { hold: false });
  });

  it('shows what stands in the way of a pull request that could be merged', async () => {
    expect(await valueOf(jonas, 'get_pr_mergeability', { repo, prNumber: await numberOf('checked') })).toMatchObject({
      mergeable: true,
      mergeable_state: 'blocked',
      blocked_by: expect.arrayContaining(["required check 'docs' is missing"]),
      checks: { state: 'failure', failing: [{ name: 'build' }], pending: [{ name: 'lint' }] },
    });
  });
});

describe('the branch afterwards', () => {
  const branchExists = async (branch: string): Promise<boolean> =>
    (await world.api('GET', `/repos/${repo}/git/ref/heads/${branch}`)).status === 200;

  it('is deleted where that was asked for', async () => {
    const prNumber = await numberOf('held');
    expect(await valueOf(mira, 'merge_pull_request', { repo, prNumber, delete_branch: true })).toMatchObject({
      merged: true,
      branch_deleted: true,
    });
    expect(await branchExists('held')).toBe(false);
  });

  it('is kept where it belongs to a fork: the branch of that name here is another', async () => {
    const prNumber = await numberOf('kept');
    const server = interposed(async (response, url, method) => {
      if (method !== 'GET' || !url.pathname.endsWith(`/pulls/${prNumber}`)) return response;
      // oxlint-disable-next-line typescript/no-explicit-any -- a body of the forge
      const pull: any = await response.json();
      return Response.json({ ...pull, head: { ...pull.head, repo: { ...pull.head.repo, id: 999_999 } } });
    });
    expect(await valueOf(server, 'merge_pull_request', { repo, prNumber, delete_branch: true })).toMatchObject({
      merged: true,
      branch_deleted: false,
      branch_kept_because: 'it belongs to a fork',
    });
    expect(await branchExists('kept')).toBe(true);
  });

  it('is kept where it is the default branch', async () => {
    await world.api('POST', `/repos/${repo}/git/refs`, { ref: 'refs/heads/old', sha: await head('checks') });
    const { number } = await valueOf(mira, 'create_pull_request', { repo, title: 'Back', head: 'main', base: 'old' });
    expect(await valueOf(mira, 'merge_pull_request', { repo, prNumber: number, delete_branch: true })).toMatchObject({
      merged: true,
      branch_deleted: false,
      branch_kept_because: 'it is the default branch',
    });
    expect(await branchExists('main')).toBe(true);
  });

  it('is kept where it has moved since, and where GitHub refuses; the merge is not undone', async () => {
    const prNumber = await numberOf('moved');
    await world.fault({ method: 'DELETE', fault: { kind: 'status', status: 403 } });
    expect(await valueOf(mira, 'merge_pull_request', { repo, prNumber, delete_branch: true })).toMatchObject({
      merged: true,
      branch_deleted: false,
      branch_kept_because: expect.stringContaining('PERMISSION_DENIED'),
    });
    expect(await branchExists('moved')).toBe(true);
    const late = await numberOf('moving');
    const server = interposed(async (response, url, method) => {
      if (method === 'PUT' && url.pathname.endsWith('/merge')) {
        const files = [{ path: 'after.txt', content: 'after\n' }];
        await valueOf(mira, 'commit_files', { repo, branch: 'moving', message: 'After', files });
      }
      return response;
    });
    expect(await valueOf(server, 'merge_pull_request', { repo, prNumber: late, delete_branch: true })).toMatchObject({
      merged: true,
      branch_kept_because: 'it has moved since the merge',
    });
  });

  const head = async (branch: string): Promise<string> =>
    (await world.api('GET', `/repos/${repo}/git/ref/heads/${branch}`)).data.object.sha;
});
