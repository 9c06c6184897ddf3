import { fail } from '@recourse/contract';
import { loadDialect } from '@recourse/contract/dialects';
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

describe.each(failures)('$code in the text of an error, of a server that does not announce the contract', (failure) => {
  it.each(['recourse', 'coverctl', 'launch', 'problem', 'stagewright'] as const)(
    'has the write made once, as a line or as JSON in the form of %s',
    async (name) => {
      const { structuredContent, content: line } = toCallToolResult(failure, await loadDialect(name));
      const json = [{ type: 'text', text: JSON.stringify(structuredContent) }];
      for (const content of [line, json]) {
        const { recovered, done } = await read({ content, isError: true });
        expect(recovered).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
        expect(recovered.failure).not.toHaveProperty('next_actions');
        expect(done).toEqual(nothing);
      }
    },
  );
});

describe('a common code in what a server that does not announce the contract has structured', () => {
  const shapes = (code: string) => [
    { success: false, error: { code, message: 'upstream' } },
    { ok: false, code, error: 'upstream' },
    { error: { code: -32_000, message: 'upstream', data: { code } } },
  ];

  it.each(['RATE_LIMIT_EXCEEDED', 'TOKEN_EXPIRED'].flatMap(shapes))('has the write made once: %j', async (body) => {
    const result = { isError: true, content: [{ type: 'text', text: 'upstream' }], structuredContent: body };
    const { recovered, done } = await read(result);
    expect(recovered).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
    expect(done).toEqual(nothing);
  });

  it('proves nothing was done if the server states that', async () => {
    const { structuredContent } = toCallToolResult(failures[1] as never);
    const { recovered, done } = await read({ isError: true, content: [], structuredContent });
    expect(recovered.failure).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', effect: 'none' });
    expect(done.sent).toBeGreaterThan(1);
  });
});

describe('a write of a server that does not announce the contract', () => {
  const open = (answer: { readonly thrown: unknown } | { readonly result: unknown }) => {
    const opened = createScripted(
      [answer, { result: { content: [] } }],
      { reconnect: () => opened.raw },
      { announced: false, tools: { pay: false } },
    );
    return opened;
  };
  const thrown = (message: string, more: object) => ({ thrown: Object.assign(new Error(message), more) });
  const names = ['ProtocolError', 'McpError'];

  it.each(
    names.flatMap((name) =>
      [-32_700, -32_600, -32_602].flatMap((code) =>
        ['Rate limit exceeded, retry after 2 seconds', 'SQLITE_BUSY: database is locked', 'connect ECONNREFUSED'].map(
          (message) => [name, code, message] as const,
        ),
      ),
    ),
  )('is made once if it ends in %s %i: %s', async (name, code, message) => {
    const { client, sent } = open(thrown(message, { name, code }));
    expect(await client.recover({ name: 'pay' })).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['says what the SDK says without a connection', 'Not connected', { code: -32_603 }],
    ['has the number of a session that is gone', 'Issue not found', { code: 404 }],
    ['has the code of a lost connection as data', 'failed', { code: -32_603, data: { code: 'ECONNREFUSED' } }],
    [
      'has a failure as data',
      'failed',
      { code: -32_603, data: { code: 'UPSTREAM_UNAVAILABLE', effect: 'none', retryable: true, recovery: 'retry' } },
    ],
  ])('is made once if an error of JSON-RPC %s', async (_, message, more) => {
    for (const name of names) {
      const { client, sent } = open(thrown(message, { name, ...more }));
      expect(await client.recover({ name: 'pay' })).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
      expect(sent).toHaveLength(1);
    }
  });

  it('is made once if HTTP answers 429, and a read again when it is time', async () => {
    const limited = thrown('slow down', { name: 'SdkHttpError', status: 429, retryAfterMs: 3_000 });
    const { client, sent } = open(limited);
    expect(await client.recover({ name: 'pay' })).toMatchObject({
      end: 'in_doubt',
      failure: { code: 'RATE_LIMIT_EXCEEDED', effect: 'unknown', retry_after_ms: 3_000 },
    });
    expect(sent).toHaveLength(1);
    const read = createScripted([limited, { result: {} }], { reads: ['find'], random: () => 0 }, { announced: false });
    expect((await read.client.recover({ name: 'find' })).end).toBe('succeeded');
    expect(read.slept).toEqual([3_000]);
  });
});

describe('an error of JSON-RPC from a server that does not announce the contract', () => {
  const envelope = JSON.stringify({
    jsonrpc: '2.0',
    error: { code: -32_603, message: 'x', data: toCallToolResult(failures[0] as never).structuredContent },
  });
  it.each([
    ['has a number like a status of HTTP', { code: 429, message: 'Too many' }],
    ['has a status in its data', { code: -32_603, message: 'Busy', data: { status: 429 } }],
    ['quotes a failure', { code: -32_603, message: `The upstream said ${envelope}` }],
  ])('has the write made once if it %s', async (_, error) => {
    for (const name of ['ProtocolError', 'McpError']) {
      const thrown = Object.assign(new Error(error.message), { ...error, name });
      const { client, sent } = createScripted([{ thrown }], {}, { announced: false, tools: { pay: false } });
      expect(await client.recover({ name: 'pay' })).toMatchObject({ end: 'in_doubt', failure: { effect: 'unknown' } });
      expect(sent).toHaveLength(1);
    }
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
