import { describe, expect, it } from 'vitest';
import { classifyAnswer } from './classify-answer.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const classify = (status: number, method = 'GET', headers: Record<string, string> = {}, body?: unknown) =>
  classifyAnswer(
    { status, headers: new Headers(headers), body },
    { method, resource: { type: 'repo', id: 'a/b' } },
    now,
  );

describe('the table', () => {
  it.each([
    [400, 'VALIDATION_UPSTREAM_REJECTED'],
    [401, 'PERMISSION_DENIED'],
    [402, 'PERMISSION_DENIED'],
    [403, 'PERMISSION_DENIED'],
    [404, 'NOT_FOUND_RESOURCE'],
    [405, 'VALIDATION_UPSTREAM_REJECTED'],
    [406, 'VALIDATION_UPSTREAM_REJECTED'],
    [407, 'PERMISSION_DENIED'],
    [408, 'UPSTREAM_TIMEOUT'],
    [409, 'CONFLICT_VERSION_MISMATCH'],
    [410, 'NOT_FOUND_RESOURCE'],
    [412, 'CONFLICT_VERSION_MISMATCH'],
    [413, 'VALIDATION_PAYLOAD_TOO_LARGE'],
    [415, 'VALIDATION_UPSTREAM_REJECTED'],
    [422, 'VALIDATION_UPSTREAM_REJECTED'],
    [423, 'UPSTREAM_UNAVAILABLE'],
    [425, 'UPSTREAM_UNAVAILABLE'],
    [428, 'VALIDATION_UPSTREAM_REJECTED'],
    [429, 'RATE_LIMIT_EXCEEDED'],
    [451, 'PERMISSION_DENIED'],
    [500, 'UPSTREAM_UNAVAILABLE'],
    [501, 'UPSTREAM_UNAVAILABLE'],
    [502, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [504, 'UPSTREAM_TIMEOUT'],
    [301, 'UPSTREAM_UNAVAILABLE'],
    [200, 'UPSTREAM_UNAVAILABLE'],
  ])('makes %i %s', (status, code) => {
    const failure = classify(status, 'PUT');
    expect(failure).toMatchObject({ code, details: { http_status: status } });
    expect(failure.cause_class).toBeUndefined();
  });

  it('takes a 409 for a thing that exists where something was to be created', () => {
    expect(classify(409, 'POST')).toMatchObject({
      code: 'CONFLICT_ALREADY_EXISTS',
      details: { resource_type: 'repo', resource_id: 'a/b' },
    });
  });
});

describe('the effect', () => {
  it.each([400, 401, 403, 404, 409, 412, 422, 429])('is none after %i', (status) => {
    expect(classify(status, 'POST').effect).toBe('none');
  });

  it.each([500, 502, 503, 504, 408])('of a write is unknown after %i, so the write must be verified', (status) => {
    expect(classify(status, 'POST')).toMatchObject({ effect: 'unknown', retryable: false, recovery: 'verify' });
    expect(classify(status, 'GET')).toMatchObject({ effect: 'none', retryable: true, recovery: 'retry' });
  });

  it('of a write that may be repeated is unknown, and repeating it is the advice', () => {
    const answer = { status: 502, headers: new Headers() };
    expect(classifyAnswer(answer, { method: 'PUT', idempotent: true })).toMatchObject({
      effect: 'unknown',
      retryable: true,
      recovery: 'retry',
    });
    expect(classifyAnswer(answer, { method: 'POST', writes: false })).toMatchObject({
      effect: 'none',
      retryable: true,
    });
  });

  it('is none after a refusal that a retry does not fix', () => {
    expect(classify(501, 'POST')).toMatchObject({ effect: 'none', retryable: false, recovery: 'report' });
    expect(classify(301, 'POST')).toMatchObject({
      effect: 'none',
      retryable: false,
      details: { reason: 'redirected' },
    });
  });
});

describe('limits', () => {
  it('say what is left and when to retry', () => {
    const headers = {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(now / 1000 + 90),
      'x-ratelimit-resource': 'core',
    };
    for (const status of [403, 429])
      expect(classify(status, 'GET', headers)).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        recovery: 'wait',
        effect: 'none',
        retry_after_ms: 90_000,
        details: {
          limit: 5000,
          remaining: 0,
          resets_at: '2026-03-01T12:01:30.000Z',
          retry_after_seconds: 90,
          limit_name: 'core',
          http_status: status,
        },
      });
  });

  it('are known by Retry-After, which counts more than the reset', () => {
    const failure = classify(403, 'POST', { 'retry-after': '7', 'x-ratelimit-remaining': '40' });
    expect(failure).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retry_after_ms: 7000 });
  });

  it('have no time where the upstream says none', () => {
    expect(classify(429).details).toEqual({ remaining: 0, http_status: 429 });
  });

  it('end when the upstream says to retry, and not before', () => {
    expect(classify(429, 'GET', { 'retry-after': '7' }).details).toMatchObject({
      remaining: 0,
      retry_after_seconds: 7,
      resets_at: new Date(now + 7000).toISOString(),
    });
    const stated = { 'retry-after': '7', 'x-ratelimit-remaining': '40', 'x-ratelimit-reset': '90' };
    expect(classify(429, 'GET', stated).details).toMatchObject({
      remaining: 40,
      resets_at: new Date(now + 90_000).toISOString(),
    });
  });

  it('are not seen in a 403 with something left', () => {
    expect(classify(403, 'GET', { 'x-ratelimit-remaining': '1' }).code).toBe('PERMISSION_DENIED');
  });
});

describe("the upstream's message", () => {
  it('reaches the caller: sentence, errors, page, request id', () => {
    const body = {
      message: 'Validation Failed',
      errors: [{ field: 'title', code: 'missing_field' }, 'a sentence'],
      documentation_url: 'https://docs.github.com/rest',
    };
    expect(classify(422, 'POST', { 'x-github-request-id': 'AB:12' }, body)).toMatchObject({
      message: "The upstream rejected the request: 'Validation Failed'",
      details: {
        http_status: 422,
        upstream_error: 'Validation Failed',
        errors: body.errors,
        documentation_url: body.documentation_url,
        upstream_request_id: 'AB:12',
      },
    });
  });

  it('never chooses the code', () => {
    const text = 'rate limit exceeded, permission denied, not found, merge conflict';
    for (const [status, code] of [
      [422, 'VALIDATION_UPSTREAM_REJECTED'],
      [403, 'PERMISSION_DENIED'],
      [404, 'NOT_FOUND_RESOURCE'],
    ] as const)
      expect(classify(status, 'GET', {}, { message: text }).code).toBe(code);
  });

  it('waits as long as a 503 asks', () => {
    expect(classify(503, 'GET', { 'retry-after': '3' })).toMatchObject({
      retry_after_ms: 3000,
      details: { retry_after_seconds: 3 },
    });
  });
});

describe('a missing scope', () => {
  const scopeOf = (headers: Record<string, string>, status = 403) =>
    classifyAnswer({ status, headers: new Headers(headers), body: undefined }, { method: 'GET' }).details?.[
      'required_scope'
    ];

  it.each([
    [{ 'x-accepted-oauth-scopes': 'repo', 'x-oauth-scopes': 'gist' }, 'repo'],
    [{ 'x-accepted-oauth-scopes': 'repo, public_repo', 'x-oauth-scopes': '' }, 'repo or public_repo'],
    [{ 'x-accepted-oauth-scopes': 'repo', 'x-oauth-scopes': 'gist, repo' }, undefined],
    [{ 'x-accepted-oauth-scopes': 'repo' }, undefined],
    [{ 'x-accepted-github-permissions': 'contents=write' }, 'contents=write'],
    [{ 'www-authenticate': 'Bearer realm="x", error="insufficient_scope", scope="orders:write"' }, 'orders:write'],
    [{ 'www-authenticate': 'Bearer realm="x", scope="orders:write"' }, undefined],
  ])('is named where the headers %j say so: %s', (headers, scope) => {
    expect(scopeOf(headers)).toBe(scope);
    expect(scopeOf(headers, 404)).toBeUndefined();
  });
});
