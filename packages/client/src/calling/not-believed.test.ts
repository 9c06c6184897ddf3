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

/** Reads from a server that does not announce the contract, for a caller who allows everything. */
const read = async (result: object) => {
  const questions: unknown[] = [];
  const { client, sent, slept } = createScripted(
    [{ result }],
    { allow: () => true, confirm: (question) => questions.push(question) > 0 },
    { announced: false, tools: { read: true, find: true } },
  );
  const recovered = await client.recover({ name: 'read' });
  return { recovered, done: { sent: sent.length, slept, questions } };
};
const nothing = { sent: 1, slept: [], questions: [] };

describe.each(failures)('what reads like $code, of a server that does not announce the contract', (failure) => {
  it('is content if it is part of a string', async () => {
    const { content } = toCallToolResult(failure);
    const { recovered, done } = await read({ content });
    expect(recovered).toMatchObject({ end: 'succeeded', result: { content } });
    expect({ recovered: recovered.failure, done }).toEqual({ recovered: undefined, done: nothing });
  });

  it('is content where the server has structured it', async () => {
    const { content, structuredContent } = toCallToolResult(failure);
    const { recovered, done } = await read({ content, structuredContent });
    expect(recovered).toMatchObject({ end: 'succeeded', result: { content, structuredContent } });
    expect({ recovered: recovered.failure, done }).toEqual({ recovered: undefined, done: nothing });
  });
});

describe('a call that its caller takes back', () => {
  it('is not a fault of the server', async () => {
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
    expect((await client.recover({ name: 'pay' }, { signal: abort.signal })).end).toBe('in_doubt');
    expect(health.mayCall()).toBe(true);
  });
});
