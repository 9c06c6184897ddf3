import { expect, it } from 'vitest';
import { succeed } from '../../failures/outcome.ts';
import { createRegistry, fail } from '../../failures/registry.ts';
import { launchCodes } from '../../registries/launch/codes.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { problem } from './index.ts';

describeDialect(problem, {
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
    'correlation_id',
    'value',
    'warnings',
  ],
  extensions: [],
});

it('renders a problem document of RFC 9457', () => {
  const failure = fail('RATE_LIMIT_EXCEEDED', { limit: 5000, retry_after_seconds: 12 }, { correlation_id: 'a b' });
  expect(problem.render(failure)).toEqual({
    type: 'urn:recourse:code:RATE_LIMIT_EXCEEDED',
    title: 'Rate limit reached',
    status: 429,
    detail: 'API rate limit exceeded',
    instance: 'urn:recourse:failure:a%20b',
    code: 'RATE_LIMIT_EXCEEDED',
    category: 'rate_limit',
    hint: 'Repeat the same call after 12 s.',
    retryable: true,
    recovery: 'wait',
    effect: 'none',
    details: { limit: 5000, retry_after_seconds: 12 },
    retry_after_ms: 12_000,
  });
});

it('names the namespace in the type', () => {
  const failure = createRegistry(launchCodes).fail('RUN_NOT_FOUND', { run_id: 'r_1' });
  expect(problem.render(failure)).toMatchObject({ type: 'urn:recourse:code:launch:RUN_NOT_FOUND' });
});

it('renders a success as its value', () => {
  expect(problem.render(succeed({ merged: true }))).toEqual({ merged: true });
});

it('renders an id that no URI can hold', () => {
  expect(problem.render(fail('INTERNAL_ERROR', {}, { correlation_id: 'x\ud800' }))).toMatchObject({
    instance: 'urn:recourse:failure:x%EF%BF%BD',
  });
});
