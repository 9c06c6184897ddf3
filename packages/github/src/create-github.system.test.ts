import { sampleTokens } from '@recourse/forge';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGitHub } from './create-github.ts';
import { anything, failureOf, repo, startForge } from './testing/start.ts';
import type { TestForge } from './testing/start.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let forge: TestForge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const getRepo = { route: 'GET /repos/{owner}/{repo}', parameters: repo, shape: anything };

/** Counts the requests that really leave, by method. */
const counting = (): { readonly fetch: typeof fetch; readonly sent: string[] } => {
  const sent: string[] = [];
  return {
    sent,
    fetch: (input, init) => {
      sent.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    },
  };
};

/** Another server, and what it was asked. */
const elsewhere = async (answer: (request: IncomingMessage) => { status: number; headers?: object; body?: string }) => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const { status, headers, body } = answer(request);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return { requests, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
};

describe('requests', () => {
  it('encode values in the URL, whatever characters they have', async () => {
    const { value } = await forge.client().request({
      route: 'GET /repos/{owner}/{repo}/contents/{path}',
      parameters: { ...repo, path: 'src/tides.js', ref: 'main' },
      shape: anything,
    });
    expect(value).toMatchObject({ path: 'src/tides.js', type: 'file' });
    const { failure } = await failureOf(forge.client(), {
      route: 'GET /repos/{owner}/{repo}/contents/{path}',
      parameters: { ...repo, path: 'src/a#b?c%2e.js' },
    });
    expect(failure.code).toBe('NOT_FOUND_RESOURCE');
  });

  it.each(['..', '.', '', 'a/../b', undefined])("send nothing when '%s' would be a URL segment", async (name) => {
    const { fetch, sent } = counting();
    const parameters = { owner: 'mira', repo: name };
    await expect(forge.client({ fetch }).request({ ...getRepo, parameters })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  it('work on an enterprise server, over REST and GraphQL', async () => {
    const { fetch, sent } = counting();
    const client = forge.client({ baseUrl: `${forge.url}/api/v3/`, fetch });
    expect((await client.request(getRepo)).value).toMatchObject({ full_name: 'mira/tidewater' });
    await client.graphql({ query: '{ __typename }', shape: anything });
    expect(sent).toEqual(['GET /api/v3/repos/mira/tidewater', 'POST /api/graphql']);
  });

  it.each([
    'api.github.com',
    'http://github.example.org/api/v3',
    'https://user:secret@github.example.org/',
    'https://github.example.org/?x=1',
    'file:///etc',
  ])('are refused for the address %s', (baseUrl) => {
    expect(() => createGitHub({ baseUrl })).toThrow(/^The GitHub API address/);
  });

  it('read a list page by page', async () => {
    const branches = { route: 'GET /repos/{owner}/{repo}/branches', shape: anything };
    const client = forge.client();
    const first = await client.request({ ...branches, parameters: { ...repo, per_page: 4 } });
    expect([first.value.length, first.nextPage]).toEqual([4, 2]);
    const all = await client.pages({ ...branches, parameters: { ...repo, per_page: 4 } }, 10);
    expect(all.complete).toBe(true);
    expect(new Set(all.values.flat().map(({ name }) => name)).size).toBe(all.values.flat().length);
    expect(await client.pages({ ...branches, parameters: { ...repo, per_page: 4 } }, 1)).toMatchObject({
      complete: false,
    });
  });
});

describe('a read that was made before', () => {
  it('is confirmed at no cost, and read again once it has changed', async () => {
    const { fetch, sent } = counting();
    const client = forge.client({ fetch });
    const used = async (): Promise<string | null> =>
      (
        await globalThis.fetch(`${forge.url}/rate_limit`, {
          headers: { authorization: `Bearer ${sampleTokens.mira}`, 'user-agent': 'test' },
        })
      ).headers.get('x-ratelimit-used');
    const first = await client.request(getRepo);
    const before = await used();
    expect((await client.request(getRepo)).value).toEqual(first.value);
    expect(await used()).toBe(before);
    await client.request({
      route: 'PATCH /repos/{owner}/{repo}',
      parameters: { ...repo, description: 'Changed' },
      shape: anything,
    });
    expect((await client.request(getRepo)).value.description).toBe('Changed');
    expect(sent).toHaveLength(4);
  });

  it('is kept within bounds', async () => {
    const client = forge.client({ cache: { entries: 1, bytes: 100 } });
    await client.request(getRepo);
    expect((await client.request(getRepo)).value.full_name).toBe('mira/tidewater');
  });
});

describe('an upstream that fails', () => {
  it('is called again for a read, but not for a write', async () => {
    const { fetch, sent } = counting();
    const client = forge.client({ fetch });
    await forge.fault({ times: 2, fault: { kind: 'status', status: 502 } });
    expect((await client.request(getRepo)).value.full_name).toBe('mira/tidewater');
    expect(sent).toHaveLength(3);
    await forge.fault({ method: 'POST', fault: { kind: 'status', status: 502 } });
    const { failure } = await failureOf(client, {
      route: 'POST /repos/{owner}/{repo}/pulls',
      parameters: { ...repo, title: 't', head: 'abandoned', base: 'main' },
    });
    expect(failure).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', effect: 'unknown', recovery: 'verify' });
    expect(sent).toHaveLength(4);
  });

  it('drops the connection before or after the effect, and both are in doubt', async () => {
    const client = forge.client();
    for (const kind of ['drop_before', 'drop_after']) {
      await forge.fault({ method: 'POST', fault: { kind } });
      const { failure } = await failureOf(client, {
        route: 'POST /repos/{owner}/{repo}/issues',
        parameters: { ...repo, title: kind },
      });
      expect(failure).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        effect: 'unknown',
        retryable: false,
        details: { reason: 'dropped' },
      });
    }
    const { value } = await client.request({
      route: 'GET /repos/{owner}/{repo}/issues',
      parameters: repo,
      shape: anything,
    });
    const titles = new Set(value.map(({ title }: { title: string }) => title));
    expect([titles.has('drop_before'), titles.has('drop_after')]).toEqual([false, true]);
  });

  it('takes longer than the time limit', async () => {
    await forge.fault({ times: 1, fault: { kind: 'latency', ms: 20_000 } });
    const { failure } = await failureOf(forge.client({ timeoutMs: 200, retry: { attempts: 1 } }), getRepo);
    expect(failure).toMatchObject({ code: 'UPSTREAM_TIMEOUT', effect: 'none', details: { timeout_ms: 200 } });
  });

  it('is left when the caller cancels', async () => {
    await forge.fault({ times: 1, fault: { kind: 'latency', ms: 20_000 } });
    const caller = new AbortController();
    const pending = failureOf(forge.client(), { ...getRepo, signal: caller.signal });
    setTimeout(() => caller.abort(), 50);
    expect((await pending).failure).toMatchObject({ code: 'CALL_CANCELLED', effect: 'none' });
  });

  it.each([
    ['another shape', '{"other": true}'],
    ['no JSON', '{"full_na'],
    ['nothing', ''],
  ])('answers a read with %s', async (_what, body) => {
    const { url } = await elsewhere(() => ({ status: 200, body }));
    const client = createGitHub({ baseUrl: url, token: 't', retry: { attempts: 1 } });
    const shape = { safeParse: () => ({ success: false }) as const };
    await expect(client.request({ ...getRepo, shape })).rejects.toMatchObject({
      failure: { code: 'UPSTREAM_UNAVAILABLE', details: { reason: 'unreadable', http_status: 200 } },
    });
  });
});

describe('a repository that moved', () => {
  const rename = (from: string, to: string) =>
    forge.client().request({
      route: 'PATCH /repos/{owner}/{repo}',
      parameters: { owner: 'mira', repo: from, name: to },
      shape: anything,
    });

  it('is followed by reads; a write fails with the new name', async () => {
    await rename('harbour', 'haven');
    const parameters = { owner: 'mira', repo: 'harbour' };
    expect((await forge.client().request({ ...getRepo, parameters })).value.full_name).toBe('mira/haven');
    const write = await failureOf(forge.client(), {
      route: 'POST /repos/{owner}/{repo}/issues',
      parameters: { ...parameters, title: 'x' },
      resource: { type: 'issue', id: 'x' },
    });
    expect(write.failure).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      effect: 'none',
      message: "The repository has moved to 'mira/haven'",
      similar: [{ ref: 'mira/haven', role: 'repository' }],
      details: { resource_type: 'repository', http_status: 307 },
    });
    const strict = await failureOf(forge.client({ followMoved: false }), { ...getRepo, parameters });
    expect(strict.failure).toMatchObject({ code: 'NOT_FOUND_RESOURCE', similar: [{ ref: 'mira/haven' }] });
    await rename('haven', 'harbour');
  });

  it.each(['GET', 'POST'])('is not followed to another host by a %s, and the token stays here', async (method) => {
    const thief = await elsewhere(() => ({ status: 200, body: '{"full_name":"a/b"}' }));
    const api = await elsewhere(() => ({ status: 307, headers: { location: `${thief.url}/repos/a/b` }, body: '{}' }));
    const client = createGitHub({ baseUrl: api.url, token: 's3cret' });
    const { failure } = await failureOf(client, { ...getRepo, route: `${method} /repos/{owner}/{repo}` });
    expect(failure).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      details: { reason: 'redirected' },
      retryable: false,
    });
    expect(thief.requests).toEqual([]);
    expect(api.requests[0]?.headers.authorization).toBe('token s3cret');
  });

  it('is not followed in a circle', async () => {
    const api = await elsewhere(() => ({ status: 301, headers: { location: '/repos/mira/tidewater' }, body: '{}' }));
    const { failure } = await failureOf(createGitHub({ baseUrl: api.url }), getRepo);
    expect(failure.code).toBe('UPSTREAM_UNAVAILABLE');
    expect(api.requests.length).toBeLessThan(20);
  });
});

describe('GraphQL', () => {
  const ready = (pullRequestId: string) =>
    forge.client().graphql({
      query:
        'mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } } }',
      variables: { id: pullRequestId },
      shape: anything,
      resource: { type: 'pull_request', id: '7' },
    });

  it('does what REST cannot, and its errors have codes by their types', async () => {
    const { value } = await forge.client().request({
      route: 'GET /repos/{owner}/{repo}/pulls',
      parameters: { ...repo, state: 'open' },
      shape: anything,
    });
    const draft = value.find((pull: { draft: boolean }) => pull.draft);
    expect(await ready(draft.node_id)).toMatchObject({
      markPullRequestReadyForReview: { pullRequest: { isDraft: false } },
    });
    await expect(ready(draft.node_id)).rejects.toMatchObject({
      failure: { code: 'VALIDATION_UPSTREAM_REJECTED', effect: 'none', details: { http_status: 200 } },
    });
    await expect(ready('nothing')).rejects.toMatchObject({
      failure: { code: 'NOT_FOUND_RESOURCE', details: { resource_type: 'pull_request', may_be_hidden: true } },
    });
  });
});

it('a limit of GraphQL, which has status 200, says when to come back', async () => {
  const now = 1_700_000_000_000;
  const { url: baseUrl } = await elsewhere(() => ({
    status: 200,
    body: JSON.stringify({ data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }),
    headers: {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(now / 1000 + 90),
      'x-ratelimit-resource': 'graphql',
    },
  }));
  const client = createGitHub({ baseUrl, token: 'a-token', now: () => now });
  await expect(client.graphql({ query: '{ viewer { login } }', shape: anything })).rejects.toMatchObject({
    failure: {
      code: 'RATE_LIMIT_EXCEEDED',
      retry_after_ms: 90_000,
      details: { limit_name: 'graphql', limit: 5000, remaining: 0, upstream_error: 'API rate limit exceeded' },
    },
  });
});

describe('the token', () => {
  it('is in no error, even when the answer repeats it', async () => {
    const token = 'ghp_0123456789abcdef';
    const api = await elsewhere((request) => ({
      status: 422,
      headers: { 'x-github-request-id': 'id' },
      body: JSON.stringify({ message: `No: ${request.headers.authorization}`, errors: [token] }),
    }));
    const error = await failureOf(createGitHub({ baseUrl: api.url, token }), getRepo);
    expect(error.failure.details?.['upstream_error']).toBe('No: token [token]');
    const seen = [error.message, error.stack, JSON.stringify(error.failure), String(error.cause)].join('\n');
    expect(seen).not.toContain(token);
  });

  it('is in no network error', async () => {
    const token = 'ghp_0123456789abcdef';
    const error = await failureOf(
      createGitHub({ baseUrl: 'http://127.0.0.1:9', token, retry: { attempts: 1 } }),
      getRepo,
    );
    let cause: unknown = error;
    while (cause instanceof Error) {
      expect(`${cause.message} ${cause.stack} ${JSON.stringify(cause)}`).not.toContain(token);
      ({ cause } = cause);
    }
  });
});
