import { expect, it } from 'vitest';
import { succeed } from '../../failures/outcome.ts';
import { fail, warn } from '../../failures/registry.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { recourse } from './index.ts';

describeDialect(recourse, {
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
    'correlation_id',
    'value',
    'warnings',
  ],
  extensions: [],
});

it('writes every field of a failure under its own name', () => {
  const failure = fail(
    'UPSTREAM_TIMEOUT',
    { timeout_ms: 30_000 },
    {
      effect: 'unknown',
      retryable: false,
      subject: { type: 'pull_request', id: 'octocat/hello#7' },
      next_actions: [
        {
          tool: 'get_pull_request',
          arguments: { repo: 'octocat/hello', prNumber: 7 },
          why: 'See whether the merge took place.',
          applied_when: { pointer: '/merged', equals: true },
        },
      ],
      similar: [{ ref: 'get_pull_request', role: 'tool' }],
      cause_class: 'TimeoutError',
      correlation_id: 'c-1',
    },
  );
  expect(recourse.render(failure, { elapsed_ms: 30_004, session_id: 's-1' })).toEqual({
    ok: false,
    code: 'UPSTREAM_TIMEOUT',
    error: 'Upstream timed out after 30000 ms',
    hint: 'Repeat the same call a few times, waiting longer each time; after a write, first check whether it took effect.',
    retryable: false,
    recovery: 'verify',
    http: 504,
    effect: 'unknown',
    subject: { type: 'pull_request', id: 'octocat/hello#7' },
    details: { timeout_ms: 30_000 },
    next_actions: [
      {
        tool: 'get_pull_request',
        arguments: { repo: 'octocat/hello', prNumber: 7 },
        why: 'See whether the merge took place.',
        applied_when: { pointer: '/merged', equals: true },
      },
    ],
    similar: [{ ref: 'get_pull_request', role: 'tool' }],
    cause_class: 'TimeoutError',
    correlation_id: 'c-1',
    _meta: { estimated_tokens: 163, elapsed_ms: 30_004, session_id: 's-1', category: 'upstream' },
  });
});

it('writes the fields of a success next to ok, warnings and _meta', () => {
  const warning = warn('RATE_LIMIT_QUOTA_WARNING', {
    metric: 'requests_per_hour',
    current: 4100,
    warn_threshold: 4000,
  });
  expect(recourse.render(succeed({ merged: true }, [warning]), { elapsed_ms: 3 })).toEqual({
    ok: true,
    merged: true,
    warnings: [
      {
        code: 'RATE_LIMIT_QUOTA_WARNING',
        message: 'Approaching quota limit',
        details: { metric: 'requests_per_hour', current: 4100, warn_threshold: 4000 },
      },
    ],
    _meta: { estimated_tokens: 47, elapsed_ms: 3 },
  });
});

it('wraps a value that uses one of its own names', () => {
  expect(recourse.render(succeed({ ok: 'yes' }))).toMatchObject({
    ok: true,
    result: { ok: 'yes' },
    _meta: { wrapped: true },
  });
});
