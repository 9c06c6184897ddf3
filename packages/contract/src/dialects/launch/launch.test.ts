import { describe, expect, it } from 'vitest';
import { fromUnknown } from '../../failures/from-unknown.ts';
import { succeed } from '../../failures/outcome.ts';
import { createRegistry, fail } from '../../failures/registry.ts';
import type { JsonObject } from '../../json.ts';
import { launchCodes } from '../../registries/launch/codes.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { expectExample, expectStable, ownFields } from '../testing/seed-example.ts';
import { launch } from './index.ts';

const orchestrator = createRegistry(launchCodes);

describeDialect(launch, {
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
  extensions: ['error.details.recourse', 'recourse'],
});

describe('the examples of the seed', () => {
  it('renders the standard error shape', () => {
    const example = {
      ok: false,
      run_id: 'optional',
      error: { code: 'ILLEGAL_STATE', message: 'Human readable summary', retryable: false, details: { any: 'object' } },
    };
    // The seed's details stand for any object, so the example is read and written again.
    expectStable(launch, example);
    const failure = launch.parse(example);
    expect(failure).toMatchObject({
      namespace: 'launch',
      code: 'ILLEGAL_STATE',
      subject: { type: 'run', id: 'optional' },
    });
  });

  const successes: readonly (readonly [string, JsonObject])[] = [
    [
      'ArtifactResponse',
      {
        ok: true,
        run_id: '...',
        artifact: { name: 'page_plan.json', content_type: 'application/json', sha256: '...', content: '{...}' },
      },
    ],
    ['launch_start_run', { ok: true, run_id: 'r_...', state: 'CREATED' }],
    ['launch_get_status', { ok: true, status: { '...': 'RunStatus' } }],
    [
      'launch_get_status, with the RunStatus written out',
      {
        ok: true,
        status: {
          run_id: 'r_2026-01-21T10-00-00Z_abcd',
          state: 'VALIDATING',
          section_states: { products: 'DONE', docs: 'DRAFTED' },
          open_issues: [{ issue_id: 'iss_001', severity: 'blocker', gate: 'TruthLock', title: 'Uncited claim' }],
          artifacts: [
            { name: 'page_plan.json', sha256: '...' },
            { name: 'validation_report.json', sha256: '...' },
          ],
        },
      },
    ],
    ['launch_validate', { ok: true, run_id: 'r_...', validation_report: { '...': 'validation_report.schema.json' } }],
    [
      'launch_fix_next',
      {
        ok: true,
        run_id: 'r_...',
        fixed_issue_id: 'iss_001',
        applied_patch_ids: ['patch_007'],
        remaining_blockers: 2,
        validation_report: { '...': 'latest report' },
      },
    ],
    ['launch_resume', { ok: true, status: { '...': 'RunStatus' } }],
    ['launch_cancel', { ok: true, run_id: 'r_...', cancelled: true, state: 'CANCELLED' }],
    [
      'launch_open_pr',
      { ok: true, run_id: 'r_...', pr_url: '...', branch: 'launch/r_.../product_slug', commit_sha: '...' },
    ],
    [
      'launch_list_runs',
      {
        ok: true,
        runs: [{ run_id: 'r_...', product_slug: '...', state: 'DONE', started_at: '...', finished_at: '...' }],
      },
    ],
  ];

  it.each(successes)('renders %s', (_, example) => {
    const { ok: __, ...value } = example;
    expectExample(launch, example, succeed(value));
  });

  // The requests of the seed have no envelope; each is a value that must pass through a tool's fields unchanged.
  const requests: readonly JsonObject[] = [
    { run_config: { '...': 'validated against run_config.schema.json' }, idempotency_key: 'optional-stable-string' },
    { run_id: 'r_...' },
    { run_id: 'r_...', artifact_name: 'page_plan.json' },
    { filter: { product_slug: 'optional', state: 'optional' } },
  ];

  it.each(requests)('leaves a request as it is: %j', (request) => {
    expect(ownFields(launch, launch.render(succeed(request)))).toEqual({ ok: true, ...request });
  });
});

it('always says retryable and, on INTERNAL, the class of the cause', () => {
  expect(launch.render(fromUnknown(new RangeError('secret')))).toMatchObject({
    ok: false,
    error: { code: 'INTERNAL', retryable: false, details: { cause_class: 'RangeError' } },
  });
  expect(launch.render(fail('INTERNAL_ERROR'))).toMatchObject({ error: { details: { cause_class: 'Unknown' } } });
});

it('takes the run id from a subject that is a run, and from no other', () => {
  const run = orchestrator.fail('RUN_NOT_FOUND', { run_id: 'r_1' }, { subject: { type: 'run', id: 'r_1' } });
  expect(launch.render(run)).toMatchObject({ run_id: 'r_1' });
  const other = orchestrator.fail('RUN_NOT_FOUND', { run_id: 'r_1' }, { subject: { type: 'session', id: 's' } });
  expect(launch.render(other)).not.toHaveProperty('run_id');
  expect(launch.parse(launch.render(other))).toMatchObject({ subject: { type: 'session', id: 's' } });
});

it('renders a foreign code as the nearest own one, and keeps the original', () => {
  const failure = fail('CONFLICT_IN_FLIGHT', { retry_after_seconds: 2 });
  expect(launch.render(failure)).toMatchObject({
    ok: false,
    error: {
      code: 'RUN_BUSY',
      retryable: true,
      details: {
        retry_after_seconds: 2,
        recourse: { code: 'CONFLICT_IN_FLIGHT', recovery: 'wait', retry_after_ms: 2000 },
      },
    },
  });
});

it.each(['CONFIRMATION_REQUIRED', 'CONFIRMATION_DENIED'] as const)('renders %s under its own name', (code) => {
  const details = { operation: 'launch_open_pr', danger_level: 'destructive', confirmation_token: 't' };
  const asked = fail(code, { ...details, expires_at: '2026-01-01T00:00:00Z' });
  expect(launch.render(asked)).toMatchObject({ ok: false, error: { code, retryable: false } });
  expect(launch.parse(launch.render(asked))).toMatchObject({ code, namespace: null });
});
