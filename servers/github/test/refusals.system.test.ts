import type { Failure, JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openHttp } from './rpc.ts';
import { callTool, failureOf, sampleTokens, startWorld, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const repo = 'mira/pier';
const heads = ['asked', 'blocked', 'oversized', 'confirmed', 'late'];

let world: World;
let server: Server;
beforeAll(async () => {
  world = await startWorld({
    users: [
      {
        login: 'fin',
        tokens: [
          {
            token: 'fine-fin',
            kind: 'fine-grained',
            permissions: ['contents=read', 'pull_requests=read', 'statuses=read'],
            repositories: ['mira/cove'],
          },
          { token: 'finer-fin', kind: 'fine-grained', permissions: ['metadata=read'], repositories: ['mira/cove'] },
        ],
      },
    ],
    repositories: [
      {
        owner: 'mira',
        name: 'pier',
        commits: [
          { message: 'Begin', files: [{ path: 'README.md', content: '# Pier\n' }] },
          ...heads.map((branch) => ({ branch, message: branch, files: [{ path: `${branch}.txt`, content: 'x\n' }] })),
        ],
        pulls: heads.slice(1).map((head) => ({
          title: head,
          head,
          user: 'mira',
          statuses: [{ context: 'build', state: 'success' }],
          check_runs: [{ name: 'lint', conclusion: 'failure' }],
        })),
      },
      {
        owner: 'mira',
        name: 'attic',
        archived: true,
        commits: [{ message: 'Begin', files: [{ path: 'README.md', content: '# Attic\n' }] }],
      },
      { owner: 'mira', name: 'blank' },
      {
        owner: 'mira',
        name: 'cove',
        private: true,
        collaborators: [{ login: 'fin', permission: 'push' }],
        commits: [
          { message: 'Begin', files: [{ path: 'README.md', content: '# Cove\n' }] },
          { branch: 'topic', message: 'Go on', files: [{ path: 'topic.txt', content: 'x\n' }] },
        ],
        pulls: [{ title: 'Topic', head: 'topic', user: 'mira' }],
      },
    ],
  });
  server = world.server();
});
afterAll(() => world.close());

const numberOf = async (head: string): Promise<number> =>
  (await valueOf(server, 'list_pull_requests', { repo, state: 'all', head })).pull_requests[0].number;

/** A server whose requests are answered by `answer`, or by the forge where it returns nothing. */
const answering = (answer: (method: string, url: URL) => Response | undefined, token?: string): Server =>
  world.server(
    {
      github: {
        fetch: async (input, init) =>
          answer(init?.method ?? 'GET', new URL(String(input))) ?? (await fetch(input, init)),
      },
    },
    token,
  );

const limited = () =>
  Response.json(
    { message: 'API rate limit exceeded' },
    {
      status: 403,
      headers: {
        'x-ratelimit-limit': '5000',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3557),
        'x-ratelimit-resource': 'core',
      },
    },
  );

/** The ways in which the read that explains a refusal can fail. */
const failures: readonly (readonly [string, () => Response])[] = [
  ['meets a limit', limited],
  ['is forbidden', () => Response.json({ message: 'Resource not accessible' }, { status: 403 })],
  ['is answered with a page', () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })],
  ['is answered in another form', () => Response.json({ neither: 1 })],
  [
    'loses its connection',
    () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
    },
  ],
];

describe.each(failures)("GitHub's own refusal is kept where the read that explains it %s", (_how, fails) => {
  it('for a pull request that is open already', async () => {
    await callTool(server, 'create_pull_request', { repo, title: 'Asked', head: 'asked', base: 'main' });
    const blind = answering((method, { pathname }) =>
      method === 'GET' && pathname.endsWith('/pulls') ? fails() : undefined,
    );
    const again = { repo, title: 'Asked again', head: 'asked', base: 'main' };
    expect(await failureOf(blind, 'create_pull_request', again)).toMatchObject({
      code: 'VALIDATION_UPSTREAM_REJECTED',
      retryable: false,
      effect: 'none',
      details: { http_status: 422, errors: [{ message: expect.stringContaining('already exists') }] },
    });
  });

  it('for a merge that is refused with 405', async () => {
    const prNumber = await numberOf('blocked');
    const page = { documentation_url: 'https://docs.github.com/rest/pulls/pulls#merge-a-pull-request' };
    const errors = [{ resource: 'PullRequest', field: 'base', code: 'custom' }];
    let refused = false;
    const blind = answering((method, { pathname }) => {
      if (method === 'PUT') {
        refused = true;
        return Response.json({ message: 'Merging is not allowed now', ...page, errors }, { status: 405 });
      }
      return refused && pathname !== `/repos/${repo}` ? fails() : undefined;
    });
    expect(await failureOf(blind, 'merge_pull_request', { repo, prNumber })).toMatchObject({
      code: 'PR_NOT_MERGEABLE',
      retryable: false,
      effect: 'none',
      details: {
        pull_number: prNumber,
        http_status: 405,
        upstream_error: 'Merging is not allowed now',
        ...page,
        errors,
      },
      next_actions: [{ tool: 'get_pr_mergeability', arguments: { repo, prNumber } }],
    });
  });

  it('for a head that moved, with 409', async () => {
    const prNumber = await numberOf('late');
    const { head_sha: head } = await valueOf(server, 'get_pull_request', { repo, prNumber });
    let refused = false;
    const blind = answering((method) => {
      if (method === 'PUT') {
        refused = true;
        return Response.json({ message: 'Head branch was modified.' }, { status: 409 });
      }
      return refused ? fails() : undefined;
    });
    expect(await failureOf(blind, 'merge_pull_request', { repo, prNumber })).toMatchObject({
      code: 'HEAD_SHA_MISMATCH',
      effect: 'none',
      details: { expected_sha: head, http_status: 409, upstream_error: 'Head branch was modified.' },
    });
  });

  it('for a branch that cannot be created or moved', async () => {
    // Each server is told about the exhausted limit once and then refuses by itself.
    const blind = (): Server =>
      answering((method, { pathname }) => {
        if (method === 'POST' && pathname.endsWith('/git/refs')) {
          return Response.json({ message: 'Reference already exists' }, { status: 422 });
        }
        if (method === 'PATCH') return Response.json({ message: 'Protected branch' }, { status: 422 });
        return method === 'GET' && pathname.includes('/git/ref/') ? fails() : undefined;
      });
    const refused = { code: 'VALIDATION_UPSTREAM_REJECTED', effect: 'none', details: { http_status: 422 } };
    expect(await failureOf(blind(), 'create_branch', { repo, branch: 'taken' })).toMatchObject(refused);
    const files = [{ path: 'one.txt', content: '1' }];
    expect(await failureOf(blind(), 'commit_files', { repo, branch: 'asked', message: 'm', files })).toMatchObject(
      refused,
    );
  });
});

it.each(failures)('a change that was made is answered if the read after it %s', async (_how, fails) => {
  const prNumber = await numberOf('oversized');
  const { draft } = await valueOf(server, 'get_pull_request', { repo, prNumber });
  let isChanged = false;
  const blind = answering((method, { pathname }) => {
    if (isChanged) return fails();
    isChanged = method === 'POST' && pathname.endsWith('/graphql');
    return undefined;
  });
  expect(await valueOf(blind, 'update_pull_request', { repo, prNumber, draft: !draft })).toMatchObject({
    number: prNumber,
    draft: !draft,
  });
  expect(isChanged).toBe(true);
});

describe('an upstream that hangs', () => {
  const hang = (options: object = {}): Server =>
    world.server({
      github: {
        timeoutMs: 700,
        fetch: (_input, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
          }),
        ...options,
      },
      server: { timeouts: { defaultMs: 1000 } },
    });

  it.each([
    ['fetch', { repo }],
    ['get_pr_mergeability', { repo, prNumber: 1 }],
    ['search', { query: 'pier' }],
  ])('ends %s with UPSTREAM_TIMEOUT within the time of the call', async (tool, args) => {
    expect(await failureOf(hang(), tool, args)).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      effect: 'none',
      retryable: true,
      recovery: 'retry',
    });
  });

  it.each([
    ['fetch', { repo }],
    ['get_commits', { repo }],
  ])('ends %s if the answer begins and never ends', async (tool, args) => {
    const stalled = hang({
      fetch: (_input: unknown, init?: RequestInit) => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"full_name":'));
            init?.signal?.addEventListener('abort', () => controller.error(new DOMException('Aborted', 'AbortError')));
          },
        });
        return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
      },
    });
    expect(await failureOf(stalled, tool, args)).toMatchObject({ code: 'UPSTREAM_TIMEOUT', effect: 'none' });
  });

  it('makes no further attempt in a moment that is left, so the failure says how long GitHub was waited for', async () => {
    let made = 0;
    const slow = hang({
      fetch: (_input: unknown, init?: RequestInit) => {
        made += 1;
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        });
      },
    });
    expect(await failureOf(slow, 'fetch', { repo })).toMatchObject({ details: { timeout_ms: 700 } });
    expect(made).toBe(1);
  });

  it('leaves a call what is known already: a pull request whose checks and rules hang', async () => {
    const slow = hang({
      fetch: async (input: unknown, init?: RequestInit) => {
        const hangs = !new URL(String(input)).pathname.endsWith('/pulls/2');
        if (hangs)
          return new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
          });
        const response = await fetch(String(input), init);
        const pull = (await response.json()) as object;
        return Response.json({ ...pull, mergeable: true, mergeable_state: 'blocked' });
      },
    });
    expect(await callTool(slow, 'get_pr_mergeability', { repo, prNumber: 2 })).toMatchObject({
      ok: true,
      value: { mergeable_state: 'blocked', checks: { state: 'unknown' } },
      warnings: [{ code: 'PARTLY_READ' }],
    });
  });

  it('ends a call that waits for its turn as well, and nothing was sent', async () => {
    const slow = hang({ atOnce: 1, timeoutMs: 60_000 });
    const outcomes = await Promise.all([1, 2, 3].map(() => failureOf(slow, 'fetch', { repo })));
    expect(outcomes.map(({ code, effect }) => [code, effect])).toEqual(
      outcomes.map(() => ['UPSTREAM_TIMEOUT', 'none']),
    );
  });

  it('leaves the effect of a write unknown', async () => {
    let written = false;
    const slow = world.server({
      github: {
        timeoutMs: 700,
        fetch: (input, init) => {
          if (init?.method !== 'POST') return fetch(input, init);
          written = true;
          return new Promise((_resolve, reject) => {
            init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
          });
        },
      },
      server: { timeouts: { defaultMs: 20_000 } },
    });
    const args = { repo, title: 'Slow', head: 'late', base: 'main' };
    expect(await failureOf(slow, 'create_pull_request', args)).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      effect: 'unknown',
      retryable: false,
      recovery: 'verify',
    });
    expect(written).toBe(true);
  });
});

describe('a token that may not read everything', () => {
  const forbid = (part: string) =>
    answering((method, { pathname }) =>
      method === 'GET' && pathname.endsWith(part)
        ? Response.json({ message: 'Resource not accessible by personal access token' }, { status: 403 })
        : undefined,
    );
  const warned = async (from: Server, tool: string, args: JsonObject) => {
    const outcome = await callTool(from, tool, args);
    if (!outcome.ok) throw new Error(`${tool} failed with ${outcome.code}: ${outcome.message}`);
    return outcome;
  };

  it.each([
    ['check-runs', 'check runs', { total_statuses: 1, total_checks: 0, state: 'unknown' }],
    ['status', 'statuses', { total_statuses: 0, total_checks: 1, state: 'failure' }],
  ])('gets the checks that it may read, and a warning that names the %s', async (part, what, known) => {
    const { head_sha: sha } = await valueOf(server, 'get_pull_request', { repo, prNumber: await numberOf('late') });
    const outcome = await warned(forbid(`/${part}`), 'get_checks_for_sha', { repo, sha });
    expect(outcome.value).toMatchObject(known);
    expect(outcome.warnings).toMatchObject([
      { code: 'PARTLY_READ', details: { not_read: [{ what, code: 'PERMISSION_DENIED' }] } },
    ]);
  });

  it.each([
    ['hidden', () => Response.json({ message: 'Not Found' }, { status: 404 })],
    ['out of order', () => new Response('<html>', { status: 502 })],
    ['limited', limited],
    ['of another form', () => Response.json({ total: 'many' })],
  ])('gets the rest if the check runs are %s', async (_how, fails) => {
    const { head_sha: sha } = await valueOf(server, 'get_pull_request', { repo, prNumber: await numberOf('late') });
    const partial = answering((_method, { pathname }) => (pathname.endsWith('/check-runs') ? fails() : undefined));
    const outcome = await warned(partial, 'get_checks_for_sha', { repo, sha });
    expect(outcome.value).toMatchObject({ total_statuses: 1, state: 'unknown' });
    expect(outcome.warnings).toContainEqual(
      expect.objectContaining({ code: 'PARTLY_READ', details: expect.objectContaining({ parts: ['check runs'] }) }),
    );
  });

  it('gets the mergeability of a pull request, with what is known of its checks', async () => {
    const prNumber = await numberOf('late');
    const outcome = await warned(forbid('/check-runs'), 'get_pr_mergeability', { repo, prNumber });
    expect(outcome.value).toMatchObject({ mergeable: true, checks: { state: 'unknown' } });
    expect(outcome.warnings).toMatchObject([{ code: 'PARTLY_READ' }]);
  });

  it('is a fine-grained one, and the forge answers it with 403', async () => {
    const fin = world.server({}, 'fine-fin');
    const outcome = await warned(fin, 'get_pr_mergeability', { repo: 'mira/cove', prNumber: 1 });
    expect(outcome.value).toMatchObject({ mergeable: true, checks: { state: 'unknown' } });
    expect(outcome.warnings).toMatchObject([{ code: 'PARTLY_READ', details: { parts: ['check runs'] } }]);
  });

  it('gets the description of a repository whose README it may not read', async () => {
    const outcome = await warned(world.server({}, 'finer-fin'), 'fetch', { repo: 'mira/cove' });
    expect(outcome.value).toMatchObject({ text: '', metadata: { readme: null, default_branch: 'main' } });
    expect(outcome.warnings).toMatchObject([
      { code: 'PARTLY_READ', details: { not_read: [{ what: 'README', code: 'PERMISSION_DENIED' }] } },
    ]);
  });

  it.each(['commits', 'files', 'reviews'])('gets a pull request without its %s', async (part) => {
    const include = { include_commits: true, include_files: true, include_reviews: true };
    const args = { repo, prNumber: await numberOf('late'), ...include };
    const outcome = await warned(forbid(`/${part}`), 'get_pull_request', args);
    const lists = ['commits', 'files', 'reviews'].filter((name) => name in (outcome.value as object));
    expect(lists).toEqual(['commits', 'files', 'reviews'].filter((name) => name !== part));
    expect(outcome.warnings).toMatchObject([{ code: 'PARTLY_READ', details: { parts: [part] } }]);
    await world.fault({ path: `/repos/${repo}/pulls/${args.prNumber}/${part}`, fault: { kind: 'html', status: 501 } });
    expect((await failureOf(world.server(), 'get_pull_request', args)).code).toBe('UPSTREAM_UNAVAILABLE');
  });

  it('is refused where it may read nothing of what was asked for', async () => {
    const { head_sha: sha } = await valueOf(server, 'get_pull_request', { repo, prNumber: await numberOf('late') });
    const blind = answering((_method, { pathname }) =>
      /\/(?:status|check-runs)$/.test(pathname) ? Response.json({ message: 'No' }, { status: 403 }) : undefined,
    );
    expect(await failureOf(blind, 'get_checks_for_sha', { repo, sha })).toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});

describe('a call that was held for a confirmation', () => {
  it('is named by its own tool in the error and in the log', async () => {
    const asking = world.server({
      server: { identity: { identify: () => ({ id: 'tester', trust: 'validated' as const }) } },
    });
    const caller = await openHttp(asking);
    const prNumber = await numberOf('confirmed');
    const { error: question } = await caller.call('merge_pull_request', { repo, prNumber });
    const token = question?.data.recourse.details.confirmation_token;
    await world.fault({ method: 'PUT', fault: { kind: 'status', status: 403, message: 'No' } });
    world.lines.length = 0;
    const { error } = await caller.call('recourse_confirm', { confirmation_token: token });
    await caller.close();
    expect(error).toMatchObject({ code: -32001, data: { tool: 'merge_pull_request', code: 'PERMISSION_DENIED' } });
    expect(world.lines).toEqual([
      expect.stringContaining(`tool=merge_pull_request code=-32001 repo=${repo} pr=${prNumber} `),
    ]);
  });

  it('is named by the confirming tool where the token leads to no call', async () => {
    const caller = await openHttp(world.server());
    world.lines.length = 0;
    const { error } = await caller.call('recourse_confirm', { confirmation_token: 'nothing' });
    await caller.close();
    expect(error).toMatchObject({ data: { tool: 'recourse_confirm', code: 'TOKEN_INVALID' } });
    expect(world.lines).toEqual([expect.stringContaining('tool=recourse_confirm ')]);
  });
});

it.each([
  'x-github-request-id',
  'x-accepted-github-permissions',
  'x-ratelimit-resource',
  'x-oauth-scopes',
  'x-accepted-oauth-scopes',
  'x-github-sso',
  'link',
  'retry-after',
])('a token that comes back in %s does not reach the caller', async (header) => {
  const echoing = answering(() =>
    Response.json({ message: `${sampleTokens.mira}!` }, { status: 403, headers: { [header]: sampleTokens.mira } }),
  );
  const failure = await failureOf(echoing, 'fetch', { repo });
  expect(failure.code).toMatch(/^(PERMISSION_DENIED|RATE_LIMIT_EXCEEDED)$/);
  expect(JSON.stringify(failure)).not.toContain(sampleTokens.mira);
});

describe('advice that can be followed', () => {
  /** Nothing tells the caller to repeat a call that may not be repeated. */
  const expectNoRepetition = ({ hint, retryable, recovery }: Failure): void => {
    expect(retryable).toBe(false);
    expect(['retry', 'wait']).not.toContain(recovery);
    expect(hint).not.toMatch(/^Repeat the same call/);
  };

  it('is given where no secure connection can be made', async () => {
    const insecure = world.server({ github: { baseUrl: world.url.replace('http:', 'https:') } });
    const failure = await failureOf(insecure, 'fetch', { repo });
    expect(failure).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', recovery: 'report', details: { reason: 'tls' } });
    expectNoRepetition(failure);
  });

  it('is given where the API redirects to another host', async () => {
    const elsewhere = answering(() => new Response(null, { status: 302, headers: { location: 'https://x.example/' } }));
    const failure = await failureOf(elsewhere, 'fetch', { repo });
    expect(failure).toMatchObject({ recovery: 'report', details: { reason: 'redirected' } });
    expectNoRepetition(failure);
  });

  it('is given where the law forbids the content', async () => {
    const blocked = answering(() => Response.json({ message: 'DMCA' }, { status: 451 }));
    const failure = await failureOf(blocked, 'fetch', { repo });
    expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', recovery: 'report' });
    expect(failure.hint).not.toMatch(/credentials|permission/);
    expectNoRepetition(failure);
  });

  it('is given for an archived repository: it has to be unarchived', async () => {
    const failure = await failureOf(server, 'create_branch', { repo: 'mira/attic', branch: 'new' });
    expect(failure).toMatchObject({
      code: 'PERMISSION_DENIED',
      recovery: 'change_state',
      hint: expect.stringContaining('archived'),
      details: { http_status: 403 },
    });
  });

  it('is given after a write whose answer is too large', async () => {
    const small = world.server({ github: { maxBytes: 1500 } });
    const failure = await failureOf(small, 'create_pull_request', {
      repo,
      title: 'T',
      head: 'oversized',
      base: 'asked',
    });
    expect(failure).toMatchObject({
      code: 'VALIDATION_PAYLOAD_TOO_LARGE',
      effect: 'unknown',
      recovery: 'verify',
      next_actions: [{ tool: 'list_pull_requests' }],
    });
    expect(failure.hint).toMatch(/^Check /);
  });

  it.each([
    ['list_directory', { path: '' }],
    ['list_directory', { path: '/' }],
    ['get_tree', {}],
    ['get_branches', {}],
  ])('is never the call that was just made: %s %j of an empty repository', async (tool, args) => {
    const outcome = await callTool(server, tool, { repo: 'mira/blank', ...args });
    if (outcome.ok) return;
    expect(outcome.code).toBe('NOT_FOUND_RESOURCE');
    for (const next of outcome.next_actions ?? []) expect(next.tool).not.toBe(tool);
  });
});

describe("GitHub's errors", () => {
  const refusing = (errors: unknown) =>
    answering(
      () =>
        new Response(JSON.stringify({ message: 'Validation Failed', errors }), {
          status: 422,
          headers: { 'content-type': 'application/json' },
        }),
    );

  it('are cut where they are nested too deeply', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const nested = answering(
      () =>
        new Response(`{"message":"Validation Failed","errors":[${deep},{"code":"invalid"}]}`, {
          status: 422,
          headers: { 'content-type': 'application/json' },
        }),
    );
    expect(await failureOf(nested, 'search', { query: 'x' })).toMatchObject({
      code: 'VALIDATION_UPSTREAM_REJECTED',
      details: { http_status: 422, errors: [expect.anything(), { code: 'invalid' }] },
    });
  });

  it.each([
    [null],
    ['a sentence'],
    [7],
    [{ field: 'x' }],
    [[null, [[1]], { message: { deep: {} }, field: [], resource: {} }]],
    [Array.from({ length: 5000 }, () => ({ code: 'x'.repeat(1000) }))],
  ])('of any form and size end in a bounded failure', async (errors) => {
    const refused = refusing(errors);
    for (const [tool, args] of [
      ['fetch', { repo }],
      ['create_pull_request', { repo, title: 't', head: 'asked', base: 'main' }],
      ['update_pull_request', { repo, prNumber: 1, title: 't' }],
    ] as const) {
      const failure = await failureOf(refused, tool, args);
      expect(failure).toMatchObject({ code: 'VALIDATION_UPSTREAM_REJECTED', details: { http_status: 422 } });
      expect(JSON.stringify(failure).length).toBeLessThan(20_000);
    }
  });

  it.each(['fetch', 'search', 'get_checks_for_sha'])('that say already_exists do not break %s', async (tool) => {
    const args = { fetch: { repo }, search: { query: 'x' }, get_checks_for_sha: { repo, sha: 'abcdef0' } }[tool];
    const failure = await failureOf(refusing([{ code: 'already_exists' }]), tool, args ?? {});
    expect(failure.code).not.toBe('INTERNAL_ERROR');
    expect(failure).toMatchObject({ details: { http_status: 422, errors: [{ code: 'already_exists' }] } });
  });
});

it.each([
  ['read_file', { path: '../secret' }, '/path', 'repositoryPath'],
  ['read_file', { path: 'a\u0000b' }, '/path', 'repositoryPath'],
  ['list_directory', { path: '..' }, '/path', 'repositoryPath'],
  ['get_commits', { path: '.git/config' }, '/path', 'repositoryPath'],
  ['get_tree', { ref: '-x' }, '/ref', 'gitRef'],
  ['create_branch', { branch: 'x', from: 'a..b' }, '/from', 'gitRef'],
  ['create_pull_request', { title: 't', head: 'a', base: 'x.lock' }, '/base', 'gitRef'],
  [
    'commit_files',
    { branch: 'x', message: 'm', files: [{ path: '.git/a', content: '' }] },
    '/files/0/path',
    'repositoryPath',
  ],
  ['commit_files', { branch: 'x', message: 'm', files: [{ path: 'a/', content: '' }] }, '/files/0/path', 'rule'],
])('%s %j is refused in the form of the contract', async (tool, args, path, keyword) => {
  const caller = await openHttp(server);
  const { error } = await caller.call(tool, { repo, ...args });
  await caller.close();
  expect(error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^Validation errors: ./),
    data: { tool, validation_errors: [{ path, keyword, message: expect.any(String) }] },
  });
});
