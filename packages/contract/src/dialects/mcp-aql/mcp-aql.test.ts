import { describe, expect, it } from 'vitest';
import { batch } from '../../failures/batch.ts';
import { succeed } from '../../failures/outcome.ts';
import type { Outcome } from '../../failures/outcome.ts';
import { createRegistry, fail, warn } from '../../failures/registry.ts';
import type { JsonObject } from '../../json.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { expectExample, expectStable, ownFields } from '../testing/seed-example.ts';
import { mcpAql } from './index.ts';

describeDialect(mcpAql, {
  carries: [
    'namespace',
    'code',
    'category',
    'message',
    'hint',
    'http',
    'retryable',
    'recovery',
    'effect',
    'details',
    'subject',
    'next_actions',
    'similar',
    'retry_after_ms',
    'cause_class',
    'value',
    'warnings',
  ],
  extensions: [
    'error.details.recourse',
    'confirmation',
    'error.details.results',
    'error.details.errors[].retryable',
    'error.details.errors[].recovery',
    'error.details.errors[].effect',
    'error.details.errors[].details',
    'error.details.errors[].retry_after_ms',
    'error.details.errors[].next_actions',
  ],
});

const failed = (code: string, message: string, details: JsonObject): JsonObject => ({
  success: false,
  error: { code, message, details },
});

/** Section of the seed, the outcome that a server makes, and the example as written there. */
const examples: readonly (readonly [string, Outcome, JsonObject])[] = [
  [
    '2.2 error with details',
    fail(
      'NOT_FOUND_RESOURCE',
      { resource_type: 'repository', resource_id: 'octocat/nonexistent' },
      { message: "Repository 'octocat/nonexistent' not found" },
    ),
    failed('NOT_FOUND_RESOURCE', "Repository 'octocat/nonexistent' not found", {
      resource_type: 'repository',
      resource_id: 'octocat/nonexistent',
    }),
  ],
  [
    '4.3',
    fail('VALIDATION_MISSING_PARAM', { param_name: 'owner', operation: 'get_repo' }),
    failed('VALIDATION_MISSING_PARAM', "Missing required parameter 'owner'", {
      param_name: 'owner',
      operation: 'get_repo',
    }),
  ],
  [
    '4.4',
    fail('VALIDATION_INVALID_TYPE', {
      param_name: 'per_page',
      expected_type: 'integer',
      actual_type: 'string',
      value: 'fifty',
    }),
    failed('VALIDATION_INVALID_TYPE', "Parameter 'per_page' expected 'integer', got 'string'", {
      param_name: 'per_page',
      expected_type: 'integer',
      actual_type: 'string',
      value: 'fifty',
    }),
  ],
  [
    '4.5, several parameters',
    fail('VALIDATION_UNKNOWN_PARAM', {
      operation: 'create_user',
      unknown_params: ['force_create', 'admin_override'],
      valid_params: ['user_name', 'password', 'email'],
    }),
    failed(
      'VALIDATION_UNKNOWN_PARAM',
      "Unknown parameter(s) for operation 'create_user': force_create, admin_override",
      {
        operation: 'create_user',
        unknown_params: ['force_create', 'admin_override'],
        valid_params: ['user_name', 'password', 'email'],
      },
    ),
  ],
  [
    '4.5, one parameter',
    fail('VALIDATION_UNKNOWN_PARAM', {
      operation: 'create_user',
      unknown_params: ['force_create'],
      valid_params: ['user_name', 'password', 'email'],
    }),
    failed('VALIDATION_UNKNOWN_PARAM', "Unknown parameter(s) for operation 'create_user': force_create", {
      operation: 'create_user',
      unknown_params: ['force_create'],
      valid_params: ['user_name', 'password', 'email'],
    }),
  ],
  [
    '4.6',
    fail('VALIDATION_INVALID_ENCODING', { location: 'params.description', byte_offset: 42 }),
    failed('VALIDATION_INVALID_ENCODING', 'Invalid character encoding in request', {
      location: 'params.description',
      byte_offset: 42,
    }),
  ],
  [
    '4.7',
    fail('VALIDATION_PAYLOAD_TOO_LARGE', {
      limit_type: 'request_size',
      limit_value: 1048576,
      actual_value: 2500000,
      unit: 'bytes',
    }),
    failed('VALIDATION_PAYLOAD_TOO_LARGE', 'Payload exceeds request_size limit of 1048576', {
      limit_type: 'request_size',
      limit_value: 1048576,
      actual_value: 2500000,
      unit: 'bytes',
    }),
  ],
  [
    '4.8',
    fail('NOT_FOUND_OPERATION', { operation: 'get_users' }),
    failed('NOT_FOUND_OPERATION', "Unknown operation: 'get_users'", { operation: 'get_users' }),
  ],
  [
    '4.9',
    fail(
      'NOT_FOUND_RESOURCE',
      { resource_type: 'repository', resource_id: 'octocat/nonexistent', http_status: 404 },
      { message: "Repository 'octocat/nonexistent' not found" },
    ),
    failed('NOT_FOUND_RESOURCE', "Repository 'octocat/nonexistent' not found", {
      resource_type: 'repository',
      resource_id: 'octocat/nonexistent',
      http_status: 404,
    }),
  ],
  [
    '4.10',
    fail('PERMISSION_DENIED', { http_status: 403, required_scope: 'repo' }),
    failed('PERMISSION_DENIED', "Permission denied: requires 'repo' scope", {
      http_status: 403,
      required_scope: 'repo',
    }),
  ],
  [
    '4.11',
    fail(
      'INTERNAL_ERROR',
      { http_status: 503, upstream_error: 'Service temporarily unavailable' },
      { message: 'Internal error: GitHub API unavailable' },
    ),
    failed('INTERNAL_ERROR', 'Internal error: GitHub API unavailable', {
      http_status: 503,
      upstream_error: 'Service temporarily unavailable',
    }),
  ],
  [
    '4.11, as we know it: the upstream is down',
    fail(
      'UPSTREAM_UNAVAILABLE',
      { http_status: 503, upstream_error: 'Service temporarily unavailable' },
      { message: 'Internal error: GitHub API unavailable' },
    ),
    failed('INTERNAL_ERROR', 'Internal error: GitHub API unavailable', {
      http_status: 503,
      upstream_error: 'Service temporarily unavailable',
    }),
  ],
  [
    '5.2',
    fail('PERMISSION_TRUST_LEVEL_INSUFFICIENT', {
      operation: 'delete_user',
      required_trust: 'community_reviewed',
      actual_trust: 'validated',
      danger_level: 2,
    }),
    failed(
      'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
      "Operation 'delete_user' requires trust level 'community_reviewed', adapter has 'validated'",
      { operation: 'delete_user', required_trust: 'community_reviewed', actual_trust: 'validated', danger_level: 2 },
    ),
  ],
  [
    '5.3',
    fail('PERMISSION_DANGER_LEVEL_DENIED', {
      operation: 'bulk_delete',
      danger_level: 'dangerous',
      adapter_trust: 'validated',
      minimum_trust_required: 'community_reviewed',
      reasons: ['Affects multiple resources', 'Cannot be undone'],
    }),
    failed(
      'PERMISSION_DANGER_LEVEL_DENIED',
      "Operation 'bulk_delete' (danger: dangerous) denied for adapter trust level 'validated'",
      {
        operation: 'bulk_delete',
        danger_level: 'dangerous',
        adapter_trust: 'validated',
        minimum_trust_required: 'community_reviewed',
        reasons: ['Affects multiple resources', 'Cannot be undone'],
      },
    ),
  ],
  [
    '5.4',
    fail('CONFIRMATION_REQUIRED', {
      operation: 'delete_repo',
      danger_level: 'destructive',
      reasons: ['Permanently removes repository and all contents', 'Cannot be recovered after grace period'],
      confirmation_message: "Delete repository 'acme/widgets'? This cannot be undone.",
      confirmation_token: 'conf_abc123xyz',
      expires_at: '2026-01-28T12:05:00Z',
    }),
    failed('CONFIRMATION_REQUIRED', 'This operation requires confirmation', {
      operation: 'delete_repo',
      danger_level: 'destructive',
      reasons: ['Permanently removes repository and all contents', 'Cannot be recovered after grace period'],
      confirmation_message: "Delete repository 'acme/widgets'? This cannot be undone.",
      confirmation_token: 'conf_abc123xyz',
      expires_at: '2026-01-28T12:05:00Z',
    }),
  ],
  [
    '5.5',
    fail('RATE_LIMIT_EXCEEDED', {
      limit: 5000,
      remaining: 0,
      window: 'hour',
      resets_at: '2026-01-28T13:00:00Z',
      retry_after_seconds: 1847,
    }),
    failed('RATE_LIMIT_EXCEEDED', 'API rate limit exceeded', {
      limit: 5000,
      remaining: 0,
      window: 'hour',
      resets_at: '2026-01-28T13:00:00Z',
      retry_after_seconds: 1847,
    }),
  ],
  [
    '5.6',
    fail('RATE_LIMIT_QUOTA_PAUSE', {
      metric: 'requests_per_hour',
      current: 4850,
      pause_threshold: 4800,
      hard_stop_threshold: 5000,
      confirmation_token: 'quota_continue_abc123',
      expires_at: '2026-01-28T12:05:00Z',
    }),
    failed('RATE_LIMIT_QUOTA_PAUSE', 'Quota pause threshold reached', {
      metric: 'requests_per_hour',
      current: 4850,
      pause_threshold: 4800,
      hard_stop_threshold: 5000,
      confirmation_token: 'quota_continue_abc123',
      expires_at: '2026-01-28T12:05:00Z',
    }),
  ],
  [
    '5.7',
    fail('RATE_LIMIT_QUOTA_EXHAUSTED', {
      metric: 'requests_per_hour',
      current: 5000,
      hard_stop_threshold: 5000,
      resets_at: '2026-01-28T13:00:00Z',
    }),
    failed('RATE_LIMIT_QUOTA_EXHAUSTED', 'Quota exhausted', {
      metric: 'requests_per_hour',
      current: 5000,
      hard_stop_threshold: 5000,
      resets_at: '2026-01-28T13:00:00Z',
    }),
  ],
  [
    '5.8, a warning on a success',
    succeed({ '...': '...' }, [
      warn('RATE_LIMIT_QUOTA_WARNING', {
        metric: 'requests_per_hour',
        current: 4100,
        warn_threshold: 4000,
        pause_threshold: 4800,
      }),
    ]),
    {
      success: true,
      data: { '...': '...' },
      warnings: [
        {
          code: 'RATE_LIMIT_QUOTA_WARNING',
          message: 'Approaching quota limit',
          details: { metric: 'requests_per_hour', current: 4100, warn_threshold: 4000, pause_threshold: 4800 },
        },
      ],
    },
  ],
  [
    '5.9',
    fail('TOKEN_INVALID', { token: 'conf_nonexistent123' }),
    failed('TOKEN_INVALID', 'Invalid confirmation token', { token: 'conf_nonexistent123' }),
  ],
  [
    '5.10',
    fail('TOKEN_EXPIRED', {
      token: 'conf_abc123xyz',
      expired_at: '2026-01-28T12:05:00Z',
      current_time: '2026-01-28T12:07:30Z',
    }),
    failed('TOKEN_EXPIRED', 'Confirmation token has expired', {
      token: 'conf_abc123xyz',
      expired_at: '2026-01-28T12:05:00Z',
      current_time: '2026-01-28T12:07:30Z',
    }),
  ],
  [
    '5.11',
    fail('TOKEN_ALREADY_USED', { token: 'conf_abc123xyz', consumed_at: '2026-01-28T12:04:15Z' }),
    failed('TOKEN_ALREADY_USED', 'Confirmation token has already been used', {
      token: 'conf_abc123xyz',
      consumed_at: '2026-01-28T12:04:15Z',
    }),
  ],
  [
    '5.12',
    fail('TOKEN_SCOPE_MISMATCH', {
      token: 'conf_abc123xyz',
      token_operation: 'delete_repo',
      requested_operation: 'force_push',
    }),
    failed('TOKEN_SCOPE_MISMATCH', 'Confirmation token scope mismatch', {
      token: 'conf_abc123xyz',
      token_operation: 'delete_repo',
      requested_operation: 'force_push',
    }),
  ],
  [
    '8.4, a batch',
    batch([
      succeed({ id: 0 }),
      fail('NOT_FOUND_RESOURCE', {}, { message: '...' }),
      succeed({ id: 2 }),
      fail('PERMISSION_DENIED', {}, { message: '...' }),
      fail('VALIDATION_MISSING_PARAM', { param_name: 'owner' }, { message: '...' }),
    ]),
    failed('BATCH_PARTIAL_FAILURE', '3 of 5 operations failed', {
      total: 5,
      succeeded: 2,
      failed: 3,
      errors: [
        { index: 1, code: 'NOT_FOUND_RESOURCE', message: '...' },
        { index: 3, code: 'PERMISSION_DENIED', message: '...' },
        { index: 4, code: 'VALIDATION_MISSING_PARAM', message: '...' },
      ],
    }),
  ],
];

describe('the examples of the seed', () => {
  it.each(examples)('renders %s', (_, outcome, example) => {
    expectExample(mcpAql, example, outcome);
  });

  it('reads the minimal error of 1.4 and 2.2, which has no details', () => {
    expectStable(mcpAql, {
      success: false,
      error: { code: 'VALIDATION_MISSING_PARAM', message: "Missing required parameter 'owner'" },
    });
  });
});

it('has nothing but code, message and details in its error', () => {
  for (const [, outcome] of examples) {
    if (outcome.ok) continue;
    expect(Object.keys(mcpAql.render(outcome)['error'] as JsonObject).sort()).toEqual(['code', 'details', 'message']);
  }
});

it('puts a token in both places where clients look for it', () => {
  const failure = fail('CONFIRMATION_REQUIRED', {
    operation: 'delete_repo',
    danger_level: 'destructive',
    confirmation_message: 'Delete?',
    confirmation_token: 'conf_1',
    expires_at: '2026-01-28T12:05:00Z',
  });
  expect(mcpAql.render(failure)['confirmation']).toEqual({
    token: 'conf_1',
    expires_at: '2026-01-28T12:05:00Z',
    message: 'Delete?',
  });
});

it.each([
  [{ http_status: 500, upstream_error: 'Out of memory' }, "Internal error: 'Out of memory'"],
  [{ http_status: 503 }, "Internal error: 'Upstream unavailable'"],
  [{ reason: 'refused' as const }, "Internal error: 'Upstream unavailable'"],
])('words a failing API as 4.11 does: %j', (details, message) => {
  const failure = fail('UPSTREAM_UNAVAILABLE', details);
  const wire = mcpAql.render(failure);
  expect(wire).toMatchObject({ error: { code: 'INTERNAL_ERROR', message } });
  expect(mcpAql.parse(wire)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', message: failure.message });
});

it('gives a batch that succeeded one result for each operation, and a summary', () => {
  const outcome = batch([succeed({ id: 0 }), succeed(null)], { operations: ['get_item', 'delete_item'] });
  const wire = mcpAql.render(outcome);
  expect(wire).toEqual({
    success: true,
    data: null,
    results: [
      { index: 0, operation: 'get_item', result: { success: true, data: { id: 0 } } },
      { index: 1, operation: 'delete_item', result: { success: true, data: null } },
    ],
    summary: { total: 2, succeeded: 2, failed: 0 },
  });
  expect(mcpAql.parse(wire)).toEqual(outcome);
});

it('leaves data that only looks like a batch where it is', () => {
  const value = { total: 1, results: [{ index: 0, operation: 'x', value: 1 }] };
  expect(mcpAql.render(succeed(value))).toEqual({ success: true, data: value });
  for (const results of [[1], [{ index: 0, result: { success: false, error: {} } }]]) {
    const wire = { success: true, data: null, results, summary: {} };
    expect(mcpAql.parse(wire)).toEqual(succeed(null));
  }
});

it('keeps every result of a batch', () => {
  const outcome = batch([succeed({ id: 0 }), fail('INTERNAL_ERROR')]);
  expect(ownFields(mcpAql, mcpAql.render(outcome))).not.toHaveProperty('error.details.results');
  expect(mcpAql.render(outcome)).toMatchObject({ error: { details: { results: [{ index: 0, value: { id: 0 } }] } } });
});

it("keeps an adapter's own code", () => {
  const adapter = createRegistry().addAdapter('github-api', {
    GITHUB_ABUSE_DETECTED: {
      kind: 'error',
      category: 'rate_limit',
      http: 403,
      retryable: true,
      recovery: 'wait',
      since: '1.0.0',
      summary: 'Abuse detection',
      message: 'Abuse detection triggered',
      hint: 'Wait a minute.',
    },
  });
  const wire = mcpAql.render(adapter.fail('GITHUB_ABUSE_DETECTED'));
  expect(wire).toMatchObject({ error: { code: 'GITHUB_ABUSE_DETECTED' } });
  expect(mcpAql.parse(wire)).toMatchObject({ namespace: 'github-api', category: 'rate_limit', retryable: true });
});
