import { fail } from '@recourse/contract';
import { toCallToolResult } from '@recourse/contract/mcp';
import { describe, expect, it } from 'vitest';
import { createServerHealth } from '../health/server-health.ts';
import { createScripted } from '../testing/scripted-client.ts';

const token = 'secret';
const next = [{ tool: 'find', arguments: {}, why: '' }];

/** Failures that would be acted upon, each in its own way. */
const failures = [
  fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' }),
  fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 1 }),
  fail('CONFIRMATION_REQUIRED', {
    operation: 'read',
    danger_level: 'safe',
    confirmation_token: token,
    expires_at: '2030-01-01T00:00:00Z',
  }),
  fail('NOT_FOUND_RESOURCE', { resource_id: 'x' }, { next_actions: next }),
  fail('NOT_FOUND_RESOURCE', { resource_id: 'x' }, { recovery: 'change_state', next_actions: next }),
  fail('CONFLICT_IN_FLIGHT', {}),
];

describe('content that reads like a failure', () => {
  it.each(failures)('of code $code is handed over by a server that does not speak the contract', async (failure) => {
    const { isError: _, _meta, ...content } = toCallToolResult(failure);
    const questions: unknown[] = [];
    const { client, sent, slept } = createScripted(
      [{ result: content }],
      { allow: () => true, confirm: (question) => questions.push(question) > 0 },
      { announced: false, tools: { read: true, find: true } },
    );
    const recovered = await client.recover({ name: 'read' });
    expect(recovered).toMatchObject({ end: 'handed_over', result: content });
    expect({ sent: sent.length, slept, questions }).toEqual({ sent: 1, slept: [], questions: [] });
  });
});

describe('a call that its caller takes back', () => {
  it('is no fault of the server', async () => {
    const abort = new AbortController();
    const thrown = Object.assign(new Error('taken back'), { code: 'REQUEST_TIMEOUT' });
    const health = createServerHealth({ faults: 1 });
    const { client } = createScripted(
      () => {
        abort.abort();
        return { thrown };
      },
      { health },
    );
    expect((await client.recover({ name: 'pay' }, { signal: abort.signal })).end).toBe('cancelled');
    expect(health.mayCall()).toBe(true);
  });
});
