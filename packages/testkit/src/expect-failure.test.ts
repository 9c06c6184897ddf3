import { fail, succeed } from '@recourse/contract';
import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { toCallToolResult } from '@recourse/contract/mcp';
import { describe, expect, it } from 'vitest';
import { expectFailure } from './expect-failure.ts';

const failure = fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: '404' });

describe.each(dialectNames)('a failure in %s', (name) => {
  it('is found by its code and its details', async () => {
    const result = toCallToolResult(failure, await loadDialect(name));
    expectFailure(result)
      .toBe('NOT_FOUND_RESOURCE')
      .toHaveDetails({ resource_id: '404' })
      .toMatch({ recovery: 'discover', effect: 'none' });
  });
});

it('takes an outcome as it is', () => {
  expect(expectFailure(failure).toBe('NOT_FOUND_RESOURCE').failure).toBe(failure);
});

it('reads a result whose _meta was lost on the way', () => {
  expectFailure({ ...toCallToolResult(failure), _meta: {} }).toBe('NOT_FOUND_RESOURCE');
});

it.each([
  ['another code', () => expectFailure(failure).toBe('INTERNAL_ERROR'), /Ticket|ticket|INTERNAL_ERROR/],
  ['other details', () => expectFailure(failure).toHaveDetails({ resource_id: '405' }), /405/],
  ['other fields', () => expectFailure(failure).toMatch({ retryable: true }), /retryable/],
  ['a success', () => expectFailure(succeed({ id: 7 })), /Expected a failure.*"id":7/],
  ['a successful result', () => expectFailure(toCallToolResult(succeed({ id: 7 }))), /Expected a failure/],
])('complains about %s', (_, assertion, message) => {
  expect(assertion).toThrow(message);
});
