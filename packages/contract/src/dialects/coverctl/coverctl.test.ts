import { expect, it } from 'vitest';
import { succeed } from '../../failures/outcome.ts';
import { createRegistry, fail } from '../../failures/registry.ts';
import { coverageCodes } from '../../registries/coverage/codes.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { expectExample } from '../testing/seed-example.ts';
import { coverctl } from './index.ts';

const coverage = createRegistry(coverageCodes);

describeDialect(coverctl, {
  carries: [
    'namespace',
    'code',
    'category',
    'message',
    'summary',
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
  extensions: ['recourse'],
});

it('renders the rejection of the seed', () => {
  const failure = coverage.fail('INPUT_REJECTED_DANGEROUS_FLAG', {
    field: 'testArgs[0]',
    value: '--rootdir=/tmp',
    flag: '--rootdir',
  });
  expectExample(
    coverctl,
    {
      passed: false,
      error_code: 'INPUT_REJECTED_DANGEROUS_FLAG',
      error:
        'rejected MCP input testArgs[0]="--rootdir=/tmp": flag "--rootdir" can load arbitrary code via the underlying test runner; not allowed from MCP input',
      summary: 'Rejected unsafe MCP input',
      remediation:
        'Remove the rejected flag from testArgs. The flag can load arbitrary code via the underlying test runner and is denied from MCP input. If you need it for trusted CLI use, run coverctl directly without MCP.',
    },
    failure,
  );
});

it('always has its five fields, for foreign codes too', () => {
  const wire = coverctl.render(fail('VALIDATION_MISSING_PARAM', { param_name: 'baseProfile' }));
  expect(wire).toEqual({
    passed: false,
    error_code: 'OP_MISSING_ARG',
    error: "Missing required parameter 'baseProfile'",
    summary: 'Required parameter not provided',
    remediation: "Repeat the call with 'baseProfile' set.",
    recourse: {
      code: 'VALIDATION_MISSING_PARAM',
      retryable: false,
      recovery: 'fix_input',
      effect: 'none',
      details: { param_name: 'baseProfile' },
    },
  });
});

it('contains only the core facts that differ from the row, and the correlation id of a bug', () => {
  const timeout = coverctl.render(fail('UPSTREAM_TIMEOUT', {}, { http: 408, effect: 'unknown', retryable: false }));
  expect(timeout['recourse']).toEqual({
    code: 'UPSTREAM_TIMEOUT',
    http: 408,
    retryable: false,
    recovery: 'verify',
    effect: 'unknown',
  });
  expect(coverctl.render(fail('INTERNAL_ERROR', {}, { correlation_id: 'c-1' }))['recourse']).toMatchObject({
    correlation_id: 'c-1',
  });
});

it('leaves the warnings of its own results alone', () => {
  const wire = coverctl.render(succeed({ warnings: ['directory without a domain'] }));
  expect(wire).toEqual({ passed: true, warnings: ['directory without a domain'] });
});
