import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openHttp } from './rpc.ts';
import type { PlainCaller, RpcError } from './rpc.ts';
import { sampleTokens, startWorld, tidewater as repo, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const open = {
  required_status_checks: null,
  enforce_admins: true,
  required_pull_request_reviews: null,
  restrictions: null,
};

let world: World;
let callers: Record<'mira' | 'jonas' | 'reader' | 'impatient', PlainCaller>;
let server: Server;

beforeAll(async () => {
  world = await startWorld({
    users: [
      { login: 'zoe', tokens: [{ token: 'token-without-scopes', scopes: [] }] },
      { login: 'guild', type: 'Organization', saml: true, members: [{ login: 'mira', role: 'admin' }] },
    ],
    repositories: [
      { owner: 'guild', name: 'vault', private: true, commits: [{ message: 'Begin', files: [] }] },
      {
        owner: 'mira',
        name: 'guarded',
        commits: [{ message: 'Begin', files: [{ path: 'a.txt', content: 'a\n' }] }],
        protections: [
          { branch: 'main', rules: { ...open, required_pull_request_reviews: { required_approving_review_count: 1 } } },
        ],
      },
    ],
  });
  server = world.server();
  callers = {
    mira: await openHttp(server),
    jonas: await openHttp(world.server({}, sampleTokens.jonas)),
    reader: await openHttp(world.server({}, sampleTokens.reader)),
    impatient: await openHttp(world.server({ github: { timeoutMs: 300, retry: { attempts: 1 } } })),
  };
});
afterAll(async () => {
  for (const caller of Object.values(callers)) await caller.close();
  await world.close();
});

/** A call over HTTP that must be answered with a JSON-RPC error. */
const errorOf = async (tool: string, args: JsonObject, who: keyof typeof callers = 'mira'): Promise<RpcError> => {
  const { error, result } = await callers[who].call(tool, args);
  if (!error) throw new Error(`${tool} succeeded: ${JSON.stringify(result)}`);
  return error;
};

const main = async (): Promise<string> => (await world.api('GET', `/repos/${repo}/git/ref/heads/main`)).data.object.sha;
const topic = async (name: string): Promise<void> => {
  const { status } = await world.api('POST', `/repos/${repo}/git/refs`, {
    ref: `refs/heads/${name}`,
    sha: await main(),
  });
  expect(status).toBe(201);
};
const one = { message: 'One', files: [{ path: 'one.txt', content: 'one\n' }] };

describe('the eight numbers, each by an answer of the forge', () => {
  it('-32602: arguments that do not fit', async () => {
    expect(await errorOf('fetch', {})).toMatchObject({ code: -32602, data: { code: 'VALIDATION_MISSING_PARAM' } });
  });

  it('-32001: a write without the right to push (403)', async () => {
    const error = await errorOf('create_branch', { repo, branch: 'mine' }, 'reader');
    expect(error).toMatchObject({
      code: -32001,
      data: {
        code: 'PERMISSION_DENIED',
        recourse: { recovery: 'authorize', effect: 'none', details: { http_status: 403 } },
      },
    });
  });

  it('-32002: what is not there (404), and where to look', async () => {
    const error = await errorOf('read_file', { repo, path: 'src/waves.js' });
    expect(error).toMatchObject({
      code: -32002,
      message: "Resource 'path' not found: 'src/waves.js'",
      data: {
        code: 'NOT_FOUND_RESOURCE',
        recourse: {
          details: { http_status: 404, may_be_hidden: false },
          next_actions: [{ tool: 'list_directory', arguments: { repo, path: 'src' } }],
        },
      },
    });
  });

  it('-32003: values that GitHub refuses (422), with its errors', async () => {
    const error = await errorOf('create_pull_request', { repo, title: 't', head: 'nowhere', base: 'main' });
    expect(error).toMatchObject({
      code: -32003,
      data: {
        code: 'VALIDATION_UPSTREAM_REJECTED',
        recourse: {
          details: { http_status: 422, errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }] },
        },
      },
    });
  });

  it.each([
    ['primary', 403, { limit: 5000, remaining: 0, window: 'hour', limit_name: 'core' }],
    ['primary', 429, { limit: 5000, remaining: 0, window: 'hour', limit_name: 'core' }],
    ['secondary', 403, { limit_name: 'secondary', retry_after_seconds: 30 }],
    ['secondary', 429, { limit_name: 'secondary', retry_after_seconds: 30 }],
  ])('-32004: the %s limit (%i)', async (kind, status, details) => {
    await world.fault({ fault: { kind: `${kind}_limit`, status, ...(kind === 'secondary' && { retry_after: 30 }) } });
    const error = await errorOf('fetch', { repo });
    await world.control('clock', { advance_ms: 3_660_000 });
    expect(error).toMatchObject({
      code: -32004,
      data: {
        code: 'RATE_LIMIT_EXCEEDED',
        recourse: {
          retryable: true,
          recovery: 'wait',
          retry_after_ms: expect.any(Number),
          details: { ...details, http_status: status, resets_at: expect.stringMatching(/Z$/) },
        },
      },
    });
  });

  it('-32005: a pull request with a conflict', async () => {
    expect(await errorOf('merge_pull_request', { repo, prNumber: 3 })).toMatchObject({
      code: -32005,
      data: { code: 'PR_NOT_MERGEABLE', recourse: { details: { blockers: [{ guard: 'conflict', name: 'main' }] } } },
    });
  });

  it('-32006: a stale SHA, with the head as it is', async () => {
    const { head_sha: head } = await valueOf(server, 'get_pull_request', { repo, prNumber: 2 });
    const error = await errorOf('merge_pull_request', { repo, prNumber: 2, sha: 'abcdef0' });
    expect(error).toMatchObject({
      code: -32006,
      data: {
        code: 'HEAD_SHA_MISMATCH',
        recourse: { effect: 'none', details: { expected_sha: 'abcdef0', actual_sha: head } },
      },
    });
  });

  it('-32603: an upstream that fails (502), after three attempts', async () => {
    await world.fault({ times: 3, fault: { kind: 'html', status: 502 } });
    expect(await errorOf('fetch', { repo })).toMatchObject({
      code: -32603,
      data: {
        code: 'UPSTREAM_UNAVAILABLE',
        recourse: { retryable: true, effect: 'none', details: { http_status: 502, reason: 'answered' } },
      },
    });
  });
});

describe('what else GitHub says', () => {
  it('403: single sign-on, with where to do it', async () => {
    expect(await errorOf('fetch', { repo: 'guild/vault' })).toMatchObject({
      code: -32001,
      data: { recourse: { details: { authorize_url: expect.stringContaining('https://github.com/orgs/guild/sso') } } },
    });
  });

  it('404 for a private repository says that it may be hidden', async () => {
    expect(await errorOf('fetch', { repo: 'mira/harbour' }, 'reader')).toMatchObject({
      code: -32002,
      data: {
        recourse: {
          hint: expect.stringContaining('ask for access'),
          details: { resource_type: 'repository', resource_id: 'mira/harbour', may_be_hidden: true },
          next_actions: [{ tool: 'search', arguments: { query: 'harbour' } }],
        },
      },
    });
  });

  it('404 that hides a missing permission to write says so too', async () => {
    const caller = await openHttp(world.server({}, 'token-without-scopes'));
    const { error } = await caller.call('create_branch', { repo, branch: 'masked' });
    await caller.close();
    expect(error).toMatchObject({
      code: -32002,
      data: {
        recourse: {
          effect: 'none',
          hint: expect.stringContaining('the token may lack it'),
          details: { http_status: 404, may_be_hidden: true },
        },
      },
    });
  });

  it('422 for a branch that a rule guards: commit elsewhere', async () => {
    const error = await errorOf('commit_files', { repo: 'mira/guarded', branch: 'main', ...one });
    expect(error).toMatchObject({
      code: -32003,
      data: {
        code: 'VALIDATION_UPSTREAM_REJECTED',
        recourse: {
          recovery: 'change_state',
          effect: 'none',
          details: { upstream_error: 'Changes must be made through a pull request.' },
          next_actions: [{ tool: 'create_branch', arguments: { repo: 'mira/guarded' } }],
        },
      },
    });
    const [next] = error.data.recourse.next_actions;
    expect(await valueOf(server, next.tool, next.arguments)).toMatchObject({ created: true });
  });

  it('422 for a branch that moved meanwhile: nothing was written, try again', async () => {
    await topic('raced');
    const [other] = (await valueOf(server, 'get_commits', { repo, branch: 'rounding', per_page: 1 })).commits;
    // Another writer moves the branch just before this call does.
    const late: typeof fetch = async (input, init) => {
      if (init?.method === 'PATCH') {
        await world.api('PATCH', `/repos/${repo}/git/refs/heads/raced`, { sha: other.sha, force: true });
      }
      return fetch(input, init);
    };
    const caller = await openHttp(world.server({ github: { fetch: late } }));
    const { error } = await caller.call('commit_files', { repo, branch: 'raced', ...one });
    await caller.close();
    expect(error).toMatchObject({
      code: -32003,
      data: {
        code: 'BRANCH_MOVED',
        recourse: {
          retryable: true,
          recovery: 'retry',
          effect: 'none',
          details: { branch: 'raced', actual_sha: other.sha, http_status: 422 },
        },
      },
    });
    const { data } = await world.api('GET', `/repos/${repo}/git/ref/heads/raced`);
    expect(data.object.sha).toBe(other.sha);
    expect(await valueOf(server, 'commit_files', { repo, branch: 'raced', ...one })).toMatchObject({
      parent: other.sha,
    });
  });

  it('a read that takes too long has left nothing', async () => {
    await world.fault({ fault: { kind: 'latency', ms: 20_000 } });
    expect(await errorOf('fetch', { repo }, 'impatient')).toMatchObject({
      code: -32603,
      data: { code: 'UPSTREAM_TIMEOUT', recourse: { effect: 'none', retryable: true, details: { timeout_ms: 300 } } },
    });
  });

  it('a token that is wrong', async () => {
    const caller = await openHttp(world.server({}, 'no-such-token'));
    const { error } = await caller.call('fetch', { repo });
    await caller.close();
    expect(error).toMatchObject({ code: -32001, data: { recourse: { details: { http_status: 401 } } } });
    expect(JSON.stringify(error)).not.toContain('no-such-token');
  });

  it('a repository that was renamed is followed by reads, and told to writes', async () => {
    await world.api('PATCH', '/repos/mira/guarded', { name: 'renamed' });
    expect(await valueOf(server, 'fetch', { repo: 'mira/guarded' })).toMatchObject({ id: 'mira/renamed' });
    expect(
      await errorOf('create_pull_request', { repo: 'mira/guarded', title: 't', head: 'a', base: 'main' }),
    ).toMatchObject({
      code: -32002,
      data: { recourse: { effect: 'none', similar: [{ ref: 'mira/renamed', role: 'repository' }] } },
    });
    await world.api('PATCH', '/repos/mira/renamed', { name: 'guarded' });
  });
});

interface Doubtful {
  readonly tool: string;
  readonly args: (at: string) => JsonObject;
  readonly method: string;
  readonly path: string;
}

describe('a connection that is lost around a write', () => {
  const writes: readonly Doubtful[] = [
    {
      tool: 'create_branch',
      args: (at) => ({ repo, branch: `doubt-${at}` }),
      method: 'POST',
      path: `/repos/${repo}/git/refs`,
    },
    {
      tool: 'commit_files',
      args: (at) => ({ repo, branch: `commit-${at}`, ...one }),
      method: 'PATCH',
      path: `/repos/${repo}/git/refs/`,
    },
    {
      tool: 'create_pull_request',
      args: (at) => ({ repo, title: `Doubt ${at}`, head: `pull-${at}`, base: 'main' }),
      method: 'POST',
      path: `/repos/${repo}/pulls`,
    },
    {
      tool: 'update_pull_request',
      args: (at) => ({ repo, prNumber: 2, title: `Doubt ${at}` }),
      method: 'PATCH',
      path: `/repos/${repo}/pulls/2`,
    },
  ];

  /** Evaluates `applied_when` as a program would. */
  const isApplied = async (error: RpcError): Promise<boolean> => {
    const [next] = error.data.recourse.next_actions;
    const { result } = await callers.mira.call(next.tool, next.arguments);
    const steps: readonly string[] = next.applied_when.pointer.split('/').slice(1);
    // oxlint-disable-next-line typescript/no-explicit-any -- a pointer leads anywhere
    const found = steps.reduce<any>((value, step) => value?.[step], result?.structuredContent);
    return found === next.applied_when.equals;
  };

  const prepare = async (tool: string, at: string): Promise<void> => {
    if (tool === 'commit_files') await topic(`commit-${at}`);
    if (tool !== 'create_pull_request') return;
    await topic(`pull-${at}`);
    await valueOf(server, 'commit_files', { repo, branch: `pull-${at}`, ...one });
  };

  it.each(writes.flatMap((write) => (['before', 'after'] as const).map((when) => [when, write.tool, write] as const)))(
    '%s the effect of %s is in doubt, and the next action tells',
    async (when, tool, { args, method, path }) => {
      await prepare(tool, when);
      await world.fault({ method, path, fault: { kind: `drop_${when}` } });
      const error = await errorOf(tool, args(when));
      expect(error).toMatchObject({
        code: -32603,
        data: {
          code: 'UPSTREAM_UNAVAILABLE',
          recourse: { effect: 'unknown', details: { reason: 'dropped' }, next_actions: [{ tool: expect.any(String) }] },
        },
      });
      const mayRepeat = tool === 'create_branch' || tool === 'update_pull_request';
      expect(error.data.recourse).toMatchObject(
        mayRepeat ? { retryable: true, recovery: 'retry' } : { retryable: false, recovery: 'verify' },
      );
      expect(await isApplied(error)).toBe(when === 'after');
    },
  );

  it.each(['before', 'after'])('%s the effect of merge_pull_request is in doubt too', async (when) => {
    await topic(`merge-${when}`);
    const files = [{ path: `merge-${when}.txt`, content: 'x' }];
    await valueOf(server, 'commit_files', { repo, branch: `merge-${when}`, message: 'm', files });
    const { number } = await valueOf(server, 'create_pull_request', {
      repo,
      title: 'Doubt',
      head: `merge-${when}`,
      base: 'main',
    });
    await world.fault({ method: 'PUT', path: `/repos/${repo}/pulls/${number}/merge`, fault: { kind: `drop_${when}` } });
    const error = await errorOf('merge_pull_request', { repo, prNumber: number });
    expect(error.data.recourse).toMatchObject({ effect: 'unknown', recovery: 'verify', retryable: false });
    expect(await isApplied(error)).toBe(when === 'after');
  });

  it.each(['blobs', 'trees', 'commits'])(
    'has left nothing while %s were written, and may be repeated',
    async (kind) => {
      await topic(`objects-${kind}`);
      await world.fault({ method: 'POST', path: `/repos/${repo}/git/${kind}`, fault: { kind: 'drop_after' } });
      const args = {
        repo,
        branch: `objects-${kind}`,
        message: 'm',
        files: [{ path: 'b', content: 'AA==', encoding: 'base64' }],
      };
      const error = await errorOf('commit_files', args);
      expect(error.data.recourse).toMatchObject({ effect: 'none', retryable: true, recovery: 'retry' });
      expect(await valueOf(server, 'commit_files', args)).toMatchObject({ branch: `objects-${kind}` });
    },
  );
});

it('makes every next action one that its tool takes', async () => {
  const listed = new Map((await server.listTools()).map((tool) => [tool.name, tool]));
  const errors = [
    await errorOf('read_file', { repo, path: 'nope' }),
    await errorOf('read_file', { repo, path: 'src' }),
    await errorOf('list_directory', { repo, path: 'README.md' }),
    await errorOf('get_tree', { repo, ref: 'nope' }),
    await errorOf('get_pull_request', { repo, prNumber: 999 }),
    await errorOf('merge_pull_request', { repo, prNumber: 3 }),
    await errorOf('merge_pull_request', { repo, prNumber: 7 }),
    await errorOf('merge_pull_request', { repo, prNumber: 9 }),
    await errorOf('merge_pull_request', { repo, prNumber: 4 }, 'jonas'),
    await errorOf('merge_pull_request', { repo, prNumber: 5 }, 'jonas'),
  ];
  for (const { message, data } of errors) {
    expect(data.recourse.next_actions?.length, message).toBeGreaterThan(0);
    for (const { tool, arguments: args } of data.recourse.next_actions) {
      expect(listed.has(tool)).toBe(true);
      const { error } = await callers.mira.call(tool, args);
      expect(error?.code, `${tool} ${JSON.stringify(args)}`).not.toBe(-32602);
    }
  }
});
