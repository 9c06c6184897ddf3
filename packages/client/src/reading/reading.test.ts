import { fail, isJsonObject, succeed } from '@recourse/contract';
import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { recourse } from '@recourse/contract/dialects/recourse';
import { toCallToolResult } from '@recourse/contract/mcp';
import { describe, expect, it } from 'vitest';
import { defaultLimits, fits } from './limits.ts';
import { mayHaveFailed, readResult } from './read-result.ts';
import { readThrown } from './read-thrown.ts';

const options = { limits: defaultLimits, now: Date.parse('2026-01-01T00:00:00Z') };
const look = { tool: 'find', arguments: { id: 1 }, why: 'w', applied_when: { pointer: '/a', equals: 1 } };
const failure = fail(
  'RATE_LIMIT_EXCEEDED',
  { limit: 5, retry_after_seconds: 30 },
  { next_actions: [look], similar: [{ ref: 'x' }], effect: 'none' },
);

describe.each(dialectNames)('a failure in %s', (name) => {
  const same = { code: failure.code, recovery: 'wait', effect: 'none', retry_after_ms: 30_000, next_actions: [look] };

  it('is read from _meta, from the structured content alone, and from the text alone', async () => {
    const result = toCallToolResult(failure, await loadDialect(name));
    const { content, structuredContent, isError } = result;
    expect(await readResult(result, options)).toMatchObject({ source: 'contract', dialect: name, failure: same });
    for (const part of [{ structuredContent, content: [] }, { content }]) {
      const reading = await readResult({ ...part, isError }, options);
      const isCanonical = name === 'recourse' && 'structuredContent' in part;
      expect(reading).toMatchObject({ source: isCanonical ? 'contract' : 'dialect', dialect: name, failure: same });
    }
  });

  it('is read though the result does not say that it is an error, and then its effect is not known', async () => {
    const { isError: _, ...result } = toCallToolResult(failure, await loadDialect(name));
    expect(mayHaveFailed(result)).toBe(true);
    expect(await readResult(result, options)).toMatchObject({ source: 'disguised', failure: { effect: 'unknown' } });
  });

  it('is not mistaken for what a success looks like', async () => {
    const result = toCallToolResult(succeed({ id: 7, code: 'X', note: 'error' }), await loadDialect(name));
    expect(mayHaveFailed(result)).toBe(false);
    expect(await readResult(result, options)).toBeUndefined();
  });
});

describe('servers that know nothing of us', () => {
  it("are read in a dialect's own words, and a refusal by a core code had no effect", async () => {
    const error = { code: 'VALIDATION_MISSING_PARAM', message: 'Missing', details: { param_name: 'id' } };
    const structuredContent = { success: false, error };
    expect(await readResult({ isError: true, content: [], structuredContent }, options)).toMatchObject({
      dialect: 'mcp-aql',
      failure: { recovery: 'fix_input', effect: 'none' },
    });
    const internal = { success: false, error: { code: 'INTERNAL_ERROR', message: 'Oops', details: {} } };
    expect(await readResult({ isError: true, content: [], structuredContent: internal }, options)).toMatchObject({
      failure: { effect: 'unknown' },
    });
  });

  it.each([
    ['Error: ENOENT: no such file or directory'],
    ['Rate limit exceeded, please retry after 30 seconds'],
    ['MCP error -32603: {"retryable":true}'],
    ['503 Service Unavailable: please try again'],
    ['{"error":"too many requests","retry_after":1,"retryable":true}'],
  ])('are not read between the lines: %s', async (text) => {
    const reading = await readResult({ isError: true, content: [{ type: 'text', text }] }, options);
    expect(reading).toMatchObject({
      source: 'prose',
      failure: { code: 'TOOL_ERROR', namespace: 'client', message: text, retryable: false, effect: 'unknown' },
    });
    expect(reading?.failure).not.toHaveProperty('retry_after_ms');
  });

  it.each([
    null,
    undefined,
    7,
    'x',
    [],
    { isError: true },
    { isError: true, content: 'x' },
    { isError: true, content: [null] },
  ])('may answer with %j, which is no reason to throw', async (result) => {
    expect((await readResult(result, options))?.failure.retryable).toBe(false);
  });
});

describe('servers that mean no good', () => {
  const read = async (fields: object) => {
    const envelope = { ok: false, code: 'UPSTREAM_UNAVAILABLE', error: 'x', recovery: 'retry', retryable: true };
    const structuredContent = { ...envelope, effect: 'none', ...fields };
    return (await readResult({ isError: true, content: [], structuredContent }, options))?.failure;
  };

  it('make no code retryable that is not', async () => {
    expect(await read({ code: 'PERMISSION_DENIED' })).toMatchObject({ retryable: false });
  });

  it('have lists that are too long dropped as a whole', async () => {
    const action = { tool: 'x', arguments: {}, why: '' };
    expect(await read({ next_actions: Array.from({ length: 8 }, () => action) })).toHaveProperty('next_actions');
    expect(await read({ next_actions: Array.from({ length: 9 }, () => action) })).not.toHaveProperty('next_actions');
    expect(await read({ similar: Array.from({ length: 21 }, () => ({ ref: 'x' })) })).not.toHaveProperty('similar');
    expect(await read({ next_actions: [{ ...action, tool: 'x'.repeat(129) }] })).not.toHaveProperty('next_actions');
  });

  it('are shown on one line, without control sequences', async () => {
    const said = await read({ error: `a\u001b[31m\nb\u202e${'c'.repeat(9_000)}` });
    expect(said?.message).toMatch(/^a \[31m b c+…$/);
    expect(said?.message).toHaveLength(2_000);
  });

  it('have hidden characters left out', async () => {
    const said = await read({ error: 'pay\u200B 5\u{E0041}\u{E0042} \u3164euros\uFEFF', code: 'A\u2060B' });
    expect(said).toMatchObject({ message: 'pay  5   euros', code: 'A B' });
  });

  it('have no character cut in two', async () => {
    const said = await read({ error: `${'c'.repeat(1_998)}🚀${'c'.repeat(9)}` });
    expect(said?.message).toBe(`${'c'.repeat(1_998)}…`);
  });

  it('never contain an invalid time to wait', async () => {
    expect(await read({ retry_after_ms: -5 })).toMatchObject({ retry_after_ms: 0 });
    expect(await read({ retry_after_ms: '1e999' })).not.toHaveProperty('retry_after_ms');
    expect(await read({ details: { resets_at: 'soon' } })).not.toHaveProperty('retry_after_ms');
    expect(await read({ details: { resets_at: '2026-01-01T00:00:02Z' } })).toMatchObject({ retry_after_ms: 2_000 });
  });

  it('are not read where they say too much', async () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    const wide = Array(20_000).fill(0);
    for (const details of [{ deep }, { wide }, { text: 'x'.repeat(300_000) }]) {
      expect(await read({ details })).toMatchObject({ code: 'ANSWER_UNREADABLE', retryable: false });
    }
    const text = `{"ok":false,${'"a":1,'.repeat(60_000)}"b":2}`;
    expect(await readResult({ isError: true, content: [{ type: 'text', text }] }, options)).toMatchObject({
      source: 'unreadable',
    });
  });
});

describe('fits', () => {
  it('counts values, depth and characters', () => {
    const limits = { ...defaultLimits, values: 4, depth: 2, characters: 10 };
    expect(fits({ a: [1, 2] }, limits)).toBe(true);
    expect(fits({ a: [1, 2, 3] }, limits)).toBe(false);
    expect(fits([[[[]]]], limits)).toBe(false);
    expect(fits('12345678901', limits)).toBe(false);
  });
});

describe('what is thrown instead of a result', () => {
  const error = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

  it.each([
    [
      'a time-out of the second generation',
      error('Request timed out', { code: 'REQUEST_TIMEOUT' }),
      'ANSWER_LOST',
      'unknown',
      'retry',
    ],
    [
      'a time-out of the first',
      error('MCP error -32001: Request timed out', { code: -32001 }),
      'ANSWER_LOST',
      'unknown',
      'retry',
    ],
    [
      'a closed connection',
      error('Connection closed', { code: 'CONNECTION_CLOSED' }),
      'ANSWER_LOST',
      'unknown',
      'retry',
    ],
    ['no connection', error('Not connected'), 'ANSWER_LOST', 'none', 'retry'],
    [
      'a refused connection',
      error('fetch failed', { cause: error('x', { code: 'ECONNREFUSED' }) }),
      'ANSWER_LOST',
      'none',
      'retry',
    ],
    ...['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'].flatMap((code) => [
      [
        `a connection that cannot be opened (${code})`,
        error('fetch failed', { cause: error('x', { code, syscall: 'connect' }) }),
        'ANSWER_LOST',
        'none',
        'retry',
      ],
      [
        `an open connection that is lost (${code})`,
        error('fetch failed', { cause: error('x', { code, syscall: 'read' }) }),
        'ANSWER_LOST',
        'unknown',
        'retry',
      ],
    ]),
    [
      'a reset connection',
      error('fetch failed', { cause: error('x', { code: 'ECONNRESET' }) }),
      'ANSWER_LOST',
      'unknown',
      'retry',
    ],
    ['a 401', error('no', { code: 'X', status: 401 }), 'PROTOCOL_REFUSED', 'none', 'authorize'],
    ['a 429', error('slow', { code: 'X', data: { status: 429 } }), 'ANSWER_LOST', 'none', 'wait'],
    ['a 502', error('bad', { code: 502 }), 'ANSWER_LOST', 'unknown', 'retry'],
    ['a wrong parameter', error('MCP error -32602: bad', { code: -32602 }), 'PROTOCOL_REFUSED', 'none', 'report'],
    [
      'an answer that does not fit its schema',
      error("Structured content does not match the tool's output schema", { code: -32602 }),
      'PROTOCOL_REFUSED',
      'unknown',
      'report',
    ],
    ['an internal error', error('MCP error -32603: x', { code: -32603 }), 'PROTOCOL_REFUSED', 'unknown', 'report'],
    ['something else', 'just a text', 'PROTOCOL_REFUSED', 'unknown', 'report'],
  ])('%s is read', (_, thrown, code, effect, recovery) => {
    expect(readThrown(thrown, options).failure).toMatchObject({ code, effect, recovery });
  });

  it('is the failure of our servers where it carries one', async () => {
    const wire = (await loadDialect('jsonrpc')).render(failure);
    const { error: body } = wire;
    if (!isJsonObject(body)) throw new Error('The dialect renders an error');
    const reading = readThrown(Object.assign(new Error(String(body['message'])), body), options);
    expect(reading).toMatchObject({
      source: 'contract',
      failure: { code: 'RATE_LIMIT_EXCEEDED', retry_after_ms: 30_000 },
    });
  });

  it('is that also in the body of an answer that HTTP calls a refusal, in either generation', () => {
    const body = {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: 'slow', data: recourse.render(failure) },
    };
    const text = JSON.stringify(body);
    const second = error(`Error POSTing to endpoint: ${text}`, { name: 'SdkHttpError', data: { status: 429, text } });
    const first = error(`Error POSTing to endpoint (HTTP 429): ${text}`, { code: 429 });
    for (const thrown of [second, first]) {
      expect(readThrown(thrown, options)).toMatchObject({
        source: 'contract',
        failure: { code: 'RATE_LIMIT_EXCEEDED', effect: 'none', retry_after_ms: 30_000 },
      });
    }
  });

  it.each(['{"jsonrpc"', '{"jsonrpc":"2.0","error":7}', `{"jsonrpc":${'['.repeat(5_000)}`, 'x'.repeat(300_000)])(
    'is only an HTTP status if the body is invalid',
    (text) => {
      const thrown = error(`POST: ${text}`, { name: 'SdkHttpError', data: { status: 429, text } });
      expect(readThrown(thrown, options)).toMatchObject({ source: 'transport', failure: { code: 'ANSWER_LOST' } });
    },
  );
});
