import { sampleTokens } from '@recourse/forge';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf, repo, startForge } from '../testing/start.ts';
import type { TestForge } from '../testing/start.ts';
import { classifyRefusal } from './classify-refusal.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let forge: TestForge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const getRepo = { route: 'GET /repos/{owner}/{repo}', parameters: repo };

describe('the failure for a real answer', () => {
  it('401: the token', async () => {
    const { failure } = await failureOf(forge.client({ token: 'wrong' }), getRepo);
    expect(failure).toMatchObject({
      code: 'PERMISSION_DENIED',
      recovery: 'authorize',
      effect: 'none',
      details: { http_status: 401, reason: 'Bad credentials', upstream_request_id: expect.any(String) },
    });
    expect(failure.hint).toContain('expired');
  });

  it('404: a resource that is missing or hidden', async () => {
    for (const token of [sampleTokens.mira, sampleTokens.reader]) {
      const name = token === sampleTokens.mira ? 'nowhere' : 'harbour';
      const { failure, status } = await failureOf(forge.client({ token }), {
        route: 'GET /repos/{owner}/{repo}',
        parameters: { owner: 'mira', repo: name },
        resource: { type: 'repository', id: `mira/${name}` },
      });
      expect(status).toBe(404);
      expect(failure).toMatchObject({
        code: 'NOT_FOUND_RESOURCE',
        message: `Resource 'repository' not found: 'mira/${name}'`,
        details: { may_be_hidden: true, http_status: 404 },
      });
      expect(failure.hint).toContain('ask for access');
    }
  });

  it('403: a write without the right to push', async () => {
    const { failure } = await failureOf(forge.client({ token: sampleTokens.reader }), {
      route: 'POST /repos/{owner}/{repo}/pulls',
      parameters: { ...repo, title: 't', head: 'rounding', base: 'main' },
    });
    expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', effect: 'none', details: { http_status: 403 } });
  });

  it('403: the permission that a fine-grained token lacks', async () => {
    const { failure } = await failureOf(forge.client({ token: 'fine-fin' }), {
      route: 'POST /repos/{owner}/{repo}/git/refs',
      parameters: { owner: 'fin', repo: 'notes', ref: 'refs/heads/x', sha: '0'.repeat(40) },
    });
    expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', details: { required_scope: 'contents=write' } });
    expect(failure.hint).toBe("Ask the owner of the credentials to grant 'contents=write'.");
  });

  it('403: the URL for single sign-on', async () => {
    const { failure } = await failureOf(forge.client(), {
      route: 'GET /repos/{owner}/{repo}',
      parameters: { owner: 'guild', repo: 'vault' },
    });
    expect(failure).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { authorize_url: expect.stringMatching(/^https:\/\/github\.com\/orgs\/guild\/sso\?/) },
    });
    expect(failure.hint).toContain('authorize_url');
  });

  it('409: a repository without a commit has nothing to read', async () => {
    const { failure } = await failureOf(forge.client(), {
      route: 'GET /repos/{owner}/{repo}/commits',
      parameters: { owner: 'mira', repo: 'empty' },
    });
    expect(failure).toMatchObject({ code: 'NOT_FOUND_RESOURCE', details: { http_status: 409, may_be_hidden: false } });
  });

  it('409: a write that comes too late', async () => {
    const { failure } = await failureOf(forge.client(), {
      route: 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
      parameters: { ...repo, pull_number: 2, sha: '0'.repeat(40) },
    });
    expect(failure).toMatchObject({ code: 'CONFLICT_VERSION_MISMATCH', effect: 'none', details: { http_status: 409 } });
  });

  it('422: the fields and why', async () => {
    const { failure } = await failureOf(forge.client(), {
      route: 'POST /repos/{owner}/{repo}/pulls',
      parameters: { ...repo, title: 't', head: 'nowhere', base: 'main' },
    });
    expect(failure).toMatchObject({
      code: 'VALIDATION_UPSTREAM_REJECTED',
      details: {
        http_status: 422,
        upstream_error: 'Validation Failed',
        errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }],
        documentation_url: expect.stringContaining('https://docs.github.com/rest/pulls'),
      },
    });
  });

  it.each([403, 429])('%i: the primary limit, with the calls left and the time of its reset', async (status) => {
    await forge.fault({ fault: { kind: 'primary_limit', status } });
    const { failure } = await failureOf(forge.client(), getRepo);
    await forge.control('clock', { advance_ms: 3_600_000 });
    expect(failure).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      recovery: 'wait',
      details: {
        limit: 5000,
        remaining: 0,
        window: 'hour',
        limit_name: 'core',
        http_status: status,
        resets_at: expect.stringMatching(/Z$/),
      },
    });
    expect(failure.retry_after_ms).toBeGreaterThan(0);
  });

  it.each([
    [403, 7, 7000],
    [429, 7, 7000],
    [403, undefined, 60_000],
    [429, undefined, 60_000],
  ])('%i: a secondary limit with Retry-After %s waits %i ms', async (status, retry_after, ms) => {
    await forge.fault({ fault: { kind: 'secondary_limit', status, ...(retry_after && { retry_after }) } });
    const { failure } = await failureOf(forge.client(), getRepo);
    expect(failure).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retry_after_ms: ms,
      details: { limit_name: 'secondary', http_status: status },
    });
    expect(failure.details).not.toHaveProperty('remaining');
  });

  it('502: a page instead of an answer', async () => {
    await forge.fault({ times: 9, fault: { kind: 'html', status: 502 } });
    const { failure } = await failureOf(forge.client({ retry: { attempts: 1 } }), getRepo);
    await forge.control('faults', { times: 0, fault: { kind: 'latency', ms: 0 } });
    expect(failure).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', details: { http_status: 502, reason: 'answered' } });
    expect(failure.details).not.toHaveProperty('upstream_error');
  });
});

describe('facts that only headers and addresses contain', () => {
  const classify = (status: number, headers: Record<string, string>, body: object = {}, method = 'GET') =>
    classifyRefusal({ status, headers: new Headers(headers), body }, { method }, 0);

  it.each([
    'https://docs.github.com/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits',
    'https://developer.github.com/v3/#abuse-rate-limits',
  ])('knows a secondary limit by %s', (documentation_url) => {
    expect(classify(403, {}, { documentation_url })).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retry_after_ms: 60_000,
    });
  });

  it('ignores the wording of messages', () => {
    const message = 'You have exceeded a secondary rate limit. API rate limit exceeded. Not Found';
    expect(classify(403, { 'x-ratelimit-remaining': '12' }, { message }).code).toBe('PERMISSION_DENIED');
    expect(classify(422, {}, { message, errors: [message] }).code).toBe('VALIDATION_UPSTREAM_REJECTED');
  });

  it('counts searches by the minute', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-resource': 'search', 'x-ratelimit-reset': '30' };
    expect(classify(403, headers).details).toMatchObject({ window: 'minute', retry_after_seconds: 30 });
  });

  it('never asks for a repetition at once because our clock is ahead of the reset', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1100000000' };
    const failure = classifyRefusal({ status: 403, headers: new Headers(headers), body: {} }, { method: 'GET' }, 2e12);
    expect(failure.details).toMatchObject({ retry_after_seconds: 1, resets_at: new Date(2e12 + 1000).toISOString() });
  });

  it('names the scopes of a classic token only if it has none of them', () => {
    const headers = { 'x-accepted-oauth-scopes': 'repo, public_repo', 'x-oauth-scopes': 'gist' };
    expect(classify(403, headers).details).toMatchObject({ required_scope: 'repo or public_repo' });
    expect(classify(403, { ...headers, 'x-oauth-scopes': 'repo' }).details).not.toHaveProperty('required_scope');
  });

  it('ignores a sign-on page that does not use https', () => {
    const details = classify(403, { 'x-github-sso': 'required; url=javascript:alert(1)' }).details;
    expect(details).not.toHaveProperty('authorize_url');
  });

  it('finds that a thing exists by the code in errors', () => {
    const body = {
      message: 'Validation Failed',
      errors: [{ resource: 'Label', field: 'name', code: 'already_exists' }],
    };
    const details = { errors: body.errors };
    expect(classify(422, {}, body, 'POST')).toMatchObject({ code: 'CONFLICT_ALREADY_EXISTS', details });
    expect(classify(422, {}, body)).toMatchObject({ code: 'VALIDATION_UPSTREAM_REJECTED', details });
  });
});
