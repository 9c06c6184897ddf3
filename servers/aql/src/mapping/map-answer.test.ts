import { createRegistry, isFailure } from '@recourse/contract';
import type { CodeRow, Failure, JsonObject } from '@recourse/contract';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { classifyAnswer } from '@recourse/upstream';
import { parseCondition } from '../conditions/parse-condition.ts';
import { mapAnswer } from './map-answer.ts';
import type { MapAnswerOptions } from './map-answer.ts';
import type { MappingRule } from './mapping-rule.ts';

const now = Date.parse('2026-01-28T12:00:00Z');

const ownRow = {
  kind: 'error',
  http: 403,
  retryable: true,
  since: '0.1.0',
  summary: 'x',
  message: 'x',
  hint: 'x',
} as const;
const rows: Readonly<Record<string, CodeRow>> = {
  NOT_FOUND_REPOSITORY: {
    ...ownRow,
    category: 'not_found',
    retryable: false,
    recovery: 'discover',
    details: z.looseObject({}),
  },
  GITHUB_ABUSE_DETECTED: {
    ...ownRow,
    category: 'rate_limit',
    recovery: 'wait',
    details: z.object({ reason: z.string().optional(), http_status: z.int().optional(), owner: z.string().optional() }),
  },
};
const { fail } = createRegistry().addAdapter('github-api', rows);

const rule = (code: string, statuses: readonly number[], source?: string, messageTemplate?: string): MappingRule => {
  const condition = source === undefined ? undefined : parseCondition(source).condition;
  if (source !== undefined && !condition) throw new Error(source);
  return { code, statuses, condition, messageTemplate };
};

interface Given {
  readonly status: number;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly params?: JsonObject;
  readonly secrets?: readonly string[];
  readonly statuses?: MapAnswerOptions['statuses'];
}

const map = (given: Given, ...rules: readonly MappingRule[]): Failure => {
  const { status, method = 'GET', headers = {}, body, params = {}, secrets = [], statuses = 'corrected' } = given;
  const request = { method, resource: { type: 'repository', id: 'octo/demo' } };
  const options = { rules, statuses, params, fail, now, secrets };
  return mapAnswer({ status, headers: new Headers(headers), body }, request, options);
};

/** The rules that the contract prints, its own codes first. */
const printed = [
  rule('GITHUB_ABUSE_DETECTED', [403], "response.body.message contains 'abuse'", 'Abuse detection triggered: {reason}'),
  rule('NOT_FOUND_REPOSITORY', [404], undefined, "Repository '{owner}/{repo}' not found"),
  rule('RATE_LIMIT_EXCEEDED', [403], "response.body.message contains 'rate limit'"),
];

describe('the rules of the contract', () => {
  it('name the repository that was not found', () => {
    const params = { owner: 'octocat', repo: 'nonexistent' };
    expect(map({ status: 404, params, body: { message: 'Not Found' } }, ...printed)).toMatchObject({
      namespace: 'github-api',
      code: 'NOT_FOUND_REPOSITORY',
      message: "Repository 'octocat/nonexistent' not found",
      effect: 'none',
      recovery: 'discover',
    });
  });

  it('find a limit in a 403 whose sentence says so, and no other', () => {
    const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '3' };
    const limited = map({ status: 403, headers, body: { message: 'API rate limit exceeded for you' } }, ...printed);
    expect(limited).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'API rate limit exceeded',
      recovery: 'wait',
      details: { limit: 60, remaining: 3, http_status: 403, upstream_error: 'API rate limit exceeded for you' },
    });
    expect(map({ status: 403, body: { message: 'Must have admin rights' } }, ...printed).code).toBe(
      'PERMISSION_DENIED',
    );
  });

  it('say what the upstream said of an abuse, and when to come back', () => {
    const message = 'You have triggered an abuse\r\ndetection mechanism.';
    const failure = map({ status: 403, headers: { 'retry-after': '60' }, body: { message } }, ...printed);
    expect(failure).toMatchObject({
      code: 'GITHUB_ABUSE_DETECTED',
      message: 'Abuse detection triggered: You have triggered an abuse detection mechanism.',
      retry_after_ms: 60_000,
      effect: 'none',
      details: { reason: 'You have triggered an abuse detection mechanism.', http_status: 403 },
    });
  });

  it('wait for the reset where a limit of their own has nothing left', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' };
    expect(map({ status: 400, headers }, rule('GITHUB_ABUSE_DETECTED', [])).retry_after_ms).toBe(90_000);
    expect(map({ status: 404, headers }, ...printed)).not.toHaveProperty('retry_after_ms');
  });

  it('show the details that their messages name, and what the table knows, and nothing beside it', () => {
    const headers = { 'x-ratelimit-remaining': '5', 'x-ratelimit-limit': '60' };
    const params = { owner: 'octocat', repo: 'nonexistent', page: 3 };
    expect(map({ status: 404, headers, params, body: { message: 'Not Found' } }, ...printed).details).toEqual({
      owner: 'octocat',
      repo: 'nonexistent',
      resource_type: 'repository',
      resource_id: 'octo/demo',
      http_status: 404,
      upstream_error: 'Not Found',
    });
  });
});

describe('a rule', () => {
  it('is found by its order: the first that applies', () => {
    const rules = [
      rule('PERMISSION_DENIED', [404], 'response.status == 500'),
      rule('CONFLICT_ALREADY_EXISTS', [404]),
      rule('RATE_LIMIT_EXCEEDED', []),
    ];
    expect(map({ status: 404 }, ...rules).code).toBe('CONFLICT_ALREADY_EXISTS');
    expect(map({ status: 418 }, ...rules).code).toBe('RATE_LIMIT_EXCEEDED');
  });

  it('keeps the known effect of a write, which must not be repeated blindly', () => {
    const moved = rule('RATE_LIMIT_EXCEEDED', [500]);
    expect(map({ status: 500, method: 'POST', headers: { 'retry-after': '3' } }, moved)).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      effect: 'unknown',
      retryable: false,
      recovery: 'verify',
      retry_after_ms: 3000,
    });
    expect(map({ status: 500 }, moved)).toMatchObject({ effect: 'none', retryable: true, recovery: 'wait' });
    expect(map({ status: 422, method: 'POST' }, rule('UPSTREAM_UNAVAILABLE', [])).effect).toBe('none');
  });

  it('takes details that mean something else elsewhere for what they are here', () => {
    const body = { message: 'down for today' };
    const failure = map({ status: 400, body }, rule('UPSTREAM_UNAVAILABLE', [400]));
    expect(failure).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', details: { upstream_error: 'down for today' } });
    expect(failure.details).not.toHaveProperty('reason');
    expect(map({ status: 503, body }, rule('UPSTREAM_UNAVAILABLE', [503])).details).toMatchObject({
      reason: 'answered',
    });
    expect(map({ status: 500, body }, rule('PERMISSION_DENIED', [500])).details).toMatchObject({
      reason: body.message,
    });
  });

  it('may name parameters that a code has other details for', () => {
    const limit = rule('RATE_LIMIT_EXCEEDED', [429], undefined, 'No more than {limit} for {owner}, {nobody}');
    const failure = map({ status: 429, params: { limit: 'many', owner: 'octo' } }, limit);
    expect(failure).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'No more than many for octo, …',
      details: { http_status: 429 },
    });
    const own = rule('GITHUB_ABUSE_DETECTED', [429], undefined, 'Slow down, {owner}');
    expect(map({ status: 429, params: { owner: 'octo' } }, own).details).toMatchObject({ owner: 'octo' });
  });

  it.each([
    ['Frozen until {until}', 'Frozen until 2026-05-01'],
    ['Frozen by {response.body.lock.owner}', 'Frozen by ann'],
    ["Ask again in {response.headers['retry-after']} s", 'Ask again in 9 s'],
    ['{response.body.items[1].name} of {response.status}', 'two of 423'],
    ['{owner} is not {response.body.owner}', 'octo is not bot'],
    ['{missing} and {response.body.lock.nothing}', '… and …'],
    ['{__proto__} {constructor} {response.body.__proto__.x}', '… … …'],
  ])('reads what the response says: %s', (template, message) => {
    const body = {
      until: '2026-05-01',
      owner: 'bot',
      lock: { owner: 'ann' },
      items: [{ name: 'one' }, { name: 'two' }],
    };
    const given = { status: 423, headers: { 'retry-after': '9' }, body, params: { owner: 'octo' } };
    expect(map(given, rule('GITHUB_ABUSE_DETECTED', [423], undefined, template)).message).toBe(message);
  });

  it('reads no secret, no second line and no endless text from a response', () => {
    const body = {
      until: `ghp_secret\r\nX: ${'y'.repeat(100_000)}`,
      deep: JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown,
    };
    const template = 'Frozen until {until} {deep}';
    const failure = map(
      { status: 423, body, secrets: ['ghp_secret'] },
      rule('NOT_FOUND_REPOSITORY', [423], undefined, template),
    );
    expect(failure.message).toMatch(/^Frozen until \*\*\* X: y+/u);
    expect(failure.message).not.toMatch(/[\r\n]|ghp_secret/u);
    expect(failure.message.length).toBeLessThan(1100);
    expect(JSON.stringify(failure.details).length).toBeLessThan(10_000);
  });

  it.each(['VALIDATION_MISSING_PARAM', 'VALIDATION_INVALID_ENUM', 'VALIDATION_INVALID_TYPE', 'NOT_FOUND_OPERATION'])(
    'answers %s with the known details, though the code requires more',
    (code) => {
      const failure = map({ status: 400, body: { message: 'owner?' } }, rule(code, [400], undefined, 'Said: {reason}'));
      expect(failure).toMatchObject({
        code,
        namespace: null,
        message: 'Said: owner?',
        effect: 'none',
        retryable: false,
        details: { http_status: 400, upstream_error: 'owner?' },
      });
      expect(failure.cause_class).toBeUndefined();
      expect(map({ status: 400 }, rule(code, [400])).message).toBe('The upstream rejected the request');
    },
  );

  it.each(['CONFIRMATION_REQUIRED', 'TOKEN_INVALID', 'RATE_LIMIT_QUOTA_PAUSE', 'NOBODY_KNOWS_IT', 'constructor'])(
    'gives way to the table with %s, which no upstream can answer with',
    (code) => {
      expect(map({ status: 403 }, rule(code, [403]))).toMatchObject({
        code: 'PERMISSION_DENIED',
        category: 'permission',
      });
      expect(map({ status: 500, statuses: 'strict' }, rule(code, [])).code).toBe('INTERNAL_ERROR');
    },
  );

  it('is asked about parameters and headers too', () => {
    const rules = [rule('CONFLICT_ALREADY_EXISTS', [], "params.repo == 'demo' and response.headers.x-kind == 'taken'")];
    const given = { status: 400, headers: { 'X-Kind': 'taken' } };
    expect(map({ ...given, params: { repo: 'demo' } }, ...rules).code).toBe('CONFLICT_ALREADY_EXISTS');
    expect(map({ ...given, params: { repo: 'other' } }, ...rules).code).toBe('VALIDATION_UPSTREAM_REJECTED');
  });
});

describe('the strict table', () => {
  it.each([
    [400, 'VALIDATION_INVALID_TYPE'],
    [401, 'PERMISSION_DENIED'],
    [403, 'PERMISSION_DENIED'],
    [404, 'NOT_FOUND_RESOURCE'],
    [409, 'VALIDATION_INVALID_TYPE'],
    [422, 'VALIDATION_INVALID_TYPE'],
    [429, 'VALIDATION_INVALID_TYPE'],
    [500, 'INTERNAL_ERROR'],
    [503, 'INTERNAL_ERROR'],
  ])('makes %i %s, with what the upstream said', (status, code) => {
    const failure = map({ status, statuses: 'strict', body: { message: 'No' } });
    expect(failure).toMatchObject({ code, details: { http_status: status, upstream_error: 'No' } });
    expect(failure.message).toContain(status === 404 ? "'octo/demo'" : "'No'");
  });

  it('knows when to come back, whatever it calls the refusal', () => {
    const headers = { 'retry-after': '7' };
    expect(map({ status: 429, headers, statuses: 'strict' })).toMatchObject({ retry_after_ms: 7000, effect: 'none' });
    expect(map({ status: 503, headers, statuses: 'strict', method: 'POST' })).toMatchObject({
      retry_after_ms: 7000,
      effect: 'unknown',
    });
  });

  it('comes after the rules', () => {
    expect(map({ status: 404, statuses: 'strict' }, ...printed).code).toBe('NOT_FOUND_REPOSITORY');
  });
});

describe('the corrected table', () => {
  it('is the one of classifyAnswer', () => {
    const statuses = fc.integer({ min: 100, max: 999 });
    const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE');
    const headers = fc.constantFrom(
      {},
      { 'retry-after': '5' },
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' },
    );
    fc.assert(
      fc.property(statuses, methods, headers, fc.jsonValue(), (status, method, given, body) => {
        const answer = { status, headers: new Headers(given), body };
        const options = { rules: [], statuses: 'corrected', params: {}, fail, now } as const;
        const { correlation_id: _one, ...mapped } = mapAnswer(answer, { method }, options);
        const { correlation_id: _other, ...classified } = classifyAnswer(answer, { method }, now);
        expect(mapped).toEqual(classified);
        expect(mapped.cause_class).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe('secrets', () => {
  const secret = 'ghp_s3cret/+value';

  it('are taken out of everything that an upstream says', () => {
    const body = {
      message: `token ${secret} is bad; ${encodeURIComponent(secret)}`,
      errors: [{ [secret]: [`${secret}${secret}`] }, secret],
      documentation_url: `https://example.org/?key=${secret}`,
    };
    const headers = { 'x-request-id': `id-${secret}` };
    const own = [rule('NOT_FOUND_REPOSITORY', [400], undefined, '{reason} {owner}')];
    for (const rules of [[], [rule('RATE_LIMIT_EXCEEDED', [400], undefined, '{reason} {owner}')], own]) {
      const params = { owner: [secret] };
      const text = JSON.stringify(map({ status: 400, headers, body, params, secrets: [secret] }, ...rules));
      expect(text).toContain('***');
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
    }
  });

  it('leave no part behind if a string is cut, or if one secret contains another', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1200 }), fc.constantFrom(' ', 'x', '\n', 'ab '), (length, filler) => {
        const message = filler.repeat(length) + 'SECRET-SECRET-LONG' + filler.repeat(20);
        const failure = map({ status: 400, body: { message }, secrets: ['SECRET', 'SECRET-SECRET-LONG', ''] });
        expect(JSON.stringify(failure)).not.toMatch(/SECR|LONG/);
      }),
    );
  });
});

describe('whatever an upstream answers', () => {
  it('becomes one failure with one line and bounded details', () => {
    const rules = [rule('GITHUB_ABUSE_DETECTED', [400, 500], undefined, '{reason} {errors} {owner}')];
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 999 }),
        fc.jsonValue({ maxDepth: 8 }),
        fc.string({ unit: 'binary' }),
        (status, errors, text) => {
          const body = { message: text, errors: [errors, { text }, text] };
          const params = { owner: text };
          for (const statuses of ['strict', 'corrected'] as const) {
            const failure = map({ status, body, params, statuses }, ...rules);
            expect(isFailure(failure)).toBe(true);
            expect(failure.message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
            expect(failure.message.length).toBeLessThan(1100);
            expect(JSON.stringify(failure.details ?? {}).length).toBeLessThan(60_000);
          }
        },
      ),
      { numRuns: repetitions({ atLeast: 150, full: 5000 }) },
    );
  });

  it('is handled: depth, length, and an invalid status', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(map({ status: 422, body: { errors: [deep, deep] } }).code).toBe('VALIDATION_UPSTREAM_REJECTED');
    expect(map({ status: 422, body: 'x'.repeat(5_000_000) }).details?.['upstream_error']).toHaveLength(500);
    const odd = map({ status: 999, body: { message: 'Request denied' } });
    expect(odd).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', details: { upstream_error: 'Request denied' } });
  });
});
