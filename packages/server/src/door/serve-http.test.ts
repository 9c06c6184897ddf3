import { once } from 'node:events';
import { connect } from 'node:net';
import { recourse } from '@recourse/contract/dialects/recourse';
import type { ServerOptions } from '@recourse/engine';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { modernHeaders, openHttp, sessionHeaders } from '../testing/open-http.ts';
import { initialize, modernMeta, toolCall } from '../testing/open-stdio.ts';
import { createTickets } from '../testing/tickets.ts';
import type { ServeHttpOptions } from './serve-http.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

const open = async (options: ServeHttpOptions = {}, server: Partial<ServerOptions> = {}) => {
  const tickets = createTickets(server);
  const http = await openHttp(tickets.server, options);
  opened.push(http);
  return { ...tickets, ...http };
};

const withKeys: Partial<ServerOptions> = {
  identity: {
    identify: ({ key, local }) =>
      key === 'good'
        ? { id: 'ann', trust: 'certified' }
        : key === undefined && local
          ? { id: 'local', trust: 'validated' }
          : undefined,
    hasKeys: () => Promise.resolve(true),
  },
};

describe('a tool call over HTTP', () => {
  const found = { structuredContent: { ok: true, id: 7 } };

  it.each([
    ['a plain caller', {}, undefined],
    ['a client without a session', sessionHeaders, undefined],
    ['a client of the stateless revision', modernHeaders('tools/call', 'find_ticket'), modernMeta()],
  ])('of %s is answered with plain JSON', async (_, headers, meta) => {
    const { ask } = await open();
    const answer = await ask({ headers, body: toolCall(1, 'find_ticket', { id: 7 }, meta) });
    expect(answer).toMatchObject({ status: 200, json: { id: 1, result: found } });
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('is at home under the name of its server too', async () => {
    const { ask } = await open();
    const answer = await ask({ path: '/tickets/mcp', body: toolCall(1, 'find_ticket', { id: 7 }) });
    expect(answer.json).toMatchObject({ result: found });
  });

  it('of a session is answered by the SDK, with the same envelope', async () => {
    const { ask } = await open();
    const { headers } = await ask({ headers: sessionHeaders, body: initialize() });
    const session = { ...sessionHeaders, 'mcp-session-id': String(headers['mcp-session-id']) };
    const answer = await ask({ headers: session, body: toolCall(2, 'find_ticket', { id: 404 }) });
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.json).toMatchObject({
      id: 2,
      result: { isError: true, structuredContent: { code: 'NOT_FOUND_RESOURCE' } },
    });
    expect((await ask({ method: 'DELETE', headers: session })).status).toBe(200);
    expect(await ask({ headers: session, body: toolCall(3, 'find_ticket', { id: 7 }) })).toMatchObject({
      status: 404,
      json: { id: 3, error: { data: { code: 'NOT_FOUND_RESOURCE', details: { resource_type: 'session' } } } },
    });
  });

  it('that stands alone ends as a question where its client can show one, and continues with the answer', async () => {
    const { ask, done } = await open();
    const meta = modernMeta({ elicitation: { form: {} } });
    const headers = modernHeaders('tools/call', 'close_ticket');
    const question = await ask({ headers, body: toolCall(1, 'close_ticket', { id: 7 }, meta) });
    const { resultType, requestState } = question.json['result'] as { resultType: string; requestState: string };
    expect(resultType).toBe('input_required');
    const repeated = toolCall(2, 'close_ticket', { id: 7 }, meta);
    const inputResponses = { recourse_confirm: { action: 'accept', content: { confirm: true } } };
    const answer = await ask({
      headers,
      body: { ...repeated, params: { ...repeated.params, requestState, inputResponses } },
    });
    expect(answer.json).toMatchObject({ id: 2, result: { structuredContent: { closed: true } } });
    expect(done).toEqual(['close 7']);
  });

  it('is stopped when its caller goes away', async () => {
    const { port, done } = await open();
    const socket = connect(port, '127.0.0.1');
    const body = JSON.stringify(toolCall(1, 'scan_tickets', { endless: true }));
    socket.write(
      `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await once(socket, 'connect');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await vi.waitFor(() => expect(done).toEqual(['scan stopped']));
  });
});

describe('the form of a failure in the jsonrpc dialect', () => {
  const missing = toolCall(1, 'find_ticket');
  const asError = { json: { id: 1, error: { code: -32602, data: { code: 'VALIDATION_MISSING_PARAM' } } } };
  const asResult = { json: { id: 1, result: { isError: true, structuredContent: { error: { code: -32602 } } } } };

  it.each([
    ['auto', 'a plain caller', {}, missing, asError],
    ['auto', 'a client that takes event streams', sessionHeaders, missing, asResult],
    ['auto', 'a client that names a version', { 'mcp-protocol-version': '2025-06-18' }, missing, asResult],
    [
      'auto',
      'a client of the stateless revision',
      modernHeaders('tools/call', 'find_ticket'),
      toolCall(1, 'find_ticket', {}, modernMeta()),
      asResult,
    ],
    ['jsonrpc', 'a client that takes event streams', sessionHeaders, missing, asError],
    [
      'jsonrpc',
      'a client of the stateless revision',
      modernHeaders('tools/call', 'find_ticket'),
      toolCall(1, 'find_ticket', {}, modernMeta()),
      asResult,
    ],
    ['result', 'a plain caller', {}, missing, asResult],
  ] as const)('with errors: %s, for %s', async (errors, _, headers, body, expected) => {
    const { ask } = await open({ errors }, { dialect: 'jsonrpc' });
    expect(await ask({ headers, body })).toMatchObject({ status: 200, ...expected });
  });
});

describe('what is malformed over HTTP', () => {
  const lone = { 'mcp-protocol-version': '2026-07-28' };

  it.each([
    ['bad JSON', {}, '{', 400, -32700, null],
    ['no body', {}, '', 400, -32700, null],
    ['a null id', {}, '{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600, null],
    ['an array of params', {}, '{"jsonrpc":"2.0","id":"a","method":"ping","params":[]}', 400, -32602, 'a'],
    ['bytes that are no text', {}, Buffer.from('{"jsonrpc":"2.0","id":4,"method":"\xff"}', 'latin1'), 400, -32700, 4],
    ['an empty batch', {}, '[]', 400, -32600, null],
    [
      'a header that its body denies',
      { ...lone, 'mcp-method': 'ping' },
      toolCall(5, 'find_ticket', {}, modernMeta()),
      400,
      -32020,
      5,
    ],
    ['a header without its envelope', lone, toolCall(6, 'find_ticket', {}), 400, -32602, 6],
  ] as const)('%s is answered, with an id if there is one', async (_, headers, body, status, number, id) => {
    const { ask } = await open();
    const answer = await ask({ headers: { ...sessionHeaders, ...headers }, body });
    expect(answer).toMatchObject({ status, json: { jsonrpc: '2.0', id, error: { code: number } } });
  });

  it.each([
    ['another type of body', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
    ['a body that is too long', { body: 'x'.repeat(2000) }, 413],
    ['a body that turns out too long', { headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(2000) }, 413],
    ['another method', { method: 'PUT', body: '{}' }, 405],
    ['headers that are too long', { headers: { 'x-long': 'x'.repeat(20_000) }, body: '{}' }, 431],
    ['another host', { headers: { host: 'evil.example' }, body: '{}' }, 403],
    ['a host that merely begins like ours', { headers: { host: 'localhost.evil.example' }, body: '{}' }, 403],
    ['a page from elsewhere', { headers: { origin: 'https://evil.example' }, body: '{}' }, 403],
    ['a page of nobody', { headers: { origin: 'null' }, body: '{}' }, 403],
    ['another path', { path: '/nowhere', body: '{}' }, 404],
    ['a path that cannot be decoded', { path: '/tickets/tools/%zz', body: '{}' }, 404],
  ] as const)('%s is refused with a code', async (_, question, status) => {
    const { ask } = await open({ limits: { bodyBytes: 1000 } });
    const answer = await ask(question);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/"code":"[A-Z_]+"/u);
    expect(answer.text).not.toMatch(/node:|\.ts|\.js|\n\s+at /u);
  });

  it('bytes that are not HTTP are answered, and the connection is closed', async () => {
    const { port } = await open();
    const socket = connect(port, '127.0.0.1');
    socket.write('hello\r\n\r\n');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*VALIDATION_MALFORMED_REQUEST/u);
  });

  it('disconnects a caller that sends too slowly', async () => {
    const { port } = await open({ limits: { headersMs: 100, requestMs: 100 } });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /mcp HTTP/1.1\r\n');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, 'close');
    expect(answer).toContain('408');
  });

  it('one connection too many is told so', async () => {
    const { port } = await open({ limits: { connections: 1 } });
    const first = connect(port, '127.0.0.1');
    await once(first, 'connect');
    const second = connect(port, '127.0.0.1');
    let answer = '';
    second.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(second, 'close');
    expect(answer).toMatch(/503[\s\S]*RATE_LIMIT_CONCURRENCY/u);
    first.destroy();
  });
});

describe('keys', () => {
  const call = { body: toolCall(1, 'find_ticket', { id: 7 }) };

  it.each([
    ['a good key', { authorization: 'Bearer good' }, 200],
    ['no key, on this machine', {}, 200],
    ['a key that nobody knows', { authorization: 'Bearer stranger' }, 401],
    ['no bearer key', { authorization: 'Basic Z29vZA==' }, 401],
    ['no key, through a proxy', { 'x-forwarded-for': '203.0.113.7' }, 401],
    ['no key, under another name', { host: 'tickets.example' }, 401],
    ['a good key, under another name', { host: 'tickets.example', authorization: 'bearer good' }, 200],
  ])('%s', async (_, headers, status) => {
    const { ask } = await open({ hosts: ['tickets.example'], anonymous: 'loopback' }, withKeys);
    const answer = await ask({ ...call, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    expect(answer.text).not.toContain('stranger');
  });

  it('of one principal do not open the session of another', async () => {
    const { ask } = await open({ anonymous: 'loopback' }, withKeys);
    const { headers } = await ask({ headers: { ...sessionHeaders, authorization: 'Bearer good' }, body: initialize() });
    const session = { ...sessionHeaders, 'mcp-session-id': String(headers['mcp-session-id']) };
    expect((await ask({ ...call, headers: session })).status).toBe(404);
    expect((await ask({ ...call, headers: { ...session, authorization: 'Bearer good' } })).status).toBe(200);
  });

  it('are needed before anything listens to other machines', async () => {
    await expect(openHttp(createTickets().server, { host: '0.0.0.0' })).rejects.toThrow('recourse keys create');
    const { ask } = await open({ host: '0.0.0.0' }, withKeys);
    expect((await ask({ ...call, headers: { authorization: 'Bearer good' } })).status).toBe(200);
  });
});

describe('REST', () => {
  it('takes the arguments as the body, and answers with the status of the code', async () => {
    const { ask } = await open();
    const rest = (tool: string, body: unknown, headers = {}) => ask({ path: `/tickets/tools/${tool}`, body, headers });
    expect(await rest('find_ticket', { id: 7 })).toMatchObject({ status: 200, json: { ok: true, id: 7 } });
    expect(await rest('find_ticket', { id: 404 })).toMatchObject({ status: 404, json: { code: 'NOT_FOUND_RESOURCE' } });
    expect(await rest('find_ticket', '{')).toMatchObject({
      status: 400,
      json: { code: 'VALIDATION_MALFORMED_REQUEST' },
    });
    expect(await rest('find_ticket', '[]')).toMatchObject({ status: 400, json: { code: 'VALIDATION_INVALID_TYPE' } });
    expect(await rest('find_tikcet', {})).toMatchObject({
      status: 404,
      json: { code: 'NOT_FOUND_OPERATION', similar: [{ ref: 'find_ticket' }] },
    });
    const problem = await rest('find_ticket', {}, { accept: 'application/problem+json' });
    expect(problem.headers['content-type']).toBe('application/problem+json');
    expect(problem.json).toMatchObject({ status: 400, type: 'urn:recourse:code:VALIDATION_MISSING_PARAM' });
  });

  it('lists the tools, and shows one', async () => {
    const { ask } = await open();
    const listed = await ask({ method: 'GET', path: '/tickets/tools' });
    expect(listed.json['tools']).toHaveLength(5);
    expect(listed.json['_meta']).toEqual({ 'dev.recourse/contract': { version: 1, dialect: 'recourse' } });
    const shown = await ask({ method: 'GET', path: '/tickets/tools/find_ticket' });
    expect(shown.json).toMatchObject({
      name: 'find_ticket',
      inputSchema: { required: ['id'] },
      outputSchema: { anyOf: [{}, { properties: { recovery: {} } }] },
      codes: [{ code: 'NOT_FOUND_RESOURCE', http: 404, recovery: 'discover' }],
    });
    expect((await ask({ method: 'GET', path: '/tickets/tools/find' })).status).toBe(404);
  });

  it('takes an idempotency key and a confirmation token from headers', async () => {
    const { ask, done } = await open();
    const path = '/tickets/tools/close_ticket';
    const asked = await ask({ path, body: { id: 7 } });
    expect(asked).toMatchObject({ status: 403, json: { code: 'CONFIRMATION_REQUIRED' } });
    const token = (asked.json['details'] as { confirmation_token: string }).confirmation_token;
    const headers = { 'recourse-confirmation-token': token, 'idempotency-key': 'once' };
    const first = await ask({ path, body: { id: 7 }, headers });
    expect(first.status).toBe(200);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(await ask({ path, body: { id: 7 }, headers })).toMatchObject({
      json: { _meta: { replayed: true } },
      headers: { 'idempotent-replayed': 'true' },
    });
    expect(done).toEqual(['close 7']);
  });

  it('says when to come back', async () => {
    const { ask } = await open(
      {},
      { quotas: () => [{ metric: 'calls', count: 'attempts', windowMs: 60_000, stop: 1 }] },
    );
    const path = '/tickets/tools/find_ticket';
    await ask({ path, body: { id: 7 } });
    const answer = await ask({ path, body: { id: 7 } });
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('60');
  });
});

describe('public information', () => {
  it('is what is served here, which codes there are, and whether it is well', async () => {
    const { ask } = await open({ ready: () => false });
    const get = (path: string) => ask({ method: 'GET', path });
    expect((await get('/')).json).toMatchObject({ servers: [{ name: 'tickets', mcp: '/tickets/mcp' }] });
    const { codes } = (await get('/codes')).json as { codes: { code: string }[] };
    expect(codes.map(({ code }) => code)).toContain('CONFIRMATION_REQUIRED');
    expect((await get('/codes/CONFIRMATION_REQUIRED')).json).toMatchObject({ http: 403, recovery: 'confirm' });
    expect(await get('/codes/CONFIRMATION_REQUIRD')).toMatchObject({
      status: 404,
      json: { similar: expect.arrayContaining([{ ref: 'CONFIRMATION_REQUIRED' }]) as unknown },
    });
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(503);
  });

  it('may be read by pages of this machine', async () => {
    const { ask } = await open();
    const headers = { origin: 'http://localhost:6274' };
    const asked = await ask({ method: 'OPTIONS', headers });
    expect(asked.status).toBe(204);
    expect(asked.headers['access-control-allow-origin']).toBe('http://localhost:6274');
    expect(asked.headers['access-control-allow-headers']).toContain('mcp-session-id');
  });
});

describe('names of servers', () => {
  it.each([
    ['two of one name', ['a', 'a'], 'Two servers'],
    ['one that is taken', ['codes'], 'already used'],
    ['one that is no part of a path', ['a/b'], 'path'],
    ['none', [], 'no server'],
  ])('%s are refused', async (_, names, why) => {
    const servers = names.map((name) => createTickets({ name }).server);
    await expect(openHttp(servers)).rejects.toThrow(why);
  });
});

describe('a dialect that breaks', () => {
  const error = { code: 'INTERNAL_ERROR' };

  it.each([
    ['/mcp', toolCall(1, 'find_ticket', { id: 7 }), { id: 1, error: { code: -32603, data: error } }],
    ['/tickets/tools/find_ticket', { id: 7 }, error],
  ])('is an internal error at %s, and frees its slot', async (path, body, json) => {
    const onError = vi.fn<(error: Error) => void>();
    const breaks = (): never => {
      throw new Error('password is hunter2');
    };
    const dialect = { ...recourse, body: breaks, render: breaks };
    const { ask } = await open({ onError, limits: { calls: 1 } }, { dialect });
    for (const answer of [await ask({ path, body }), await ask({ path, body })]) {
      expect(answer).toMatchObject({ status: 500, json });
      expect(answer.text).not.toContain('hunter2');
    }
    expect(onError).toHaveBeenCalledTimes(2);
  });
});

describe('the end of an HTTP server', () => {
  it('lets calls finish, and answers what does not in time', async () => {
    const { server } = createTickets();
    const http = await openHttp(server, { limits: { stopMs: 20 } });
    const endless = http.ask({ body: toolCall(1, 'scan_tickets', { endless: true }) });
    await vi.waitFor(async () => expect((await http.ask({ method: 'GET', path: '/healthz' })).status).toBe(200));
    await http.close();
    expect((await endless).json).toMatchObject({ result: { structuredContent: { code: 'CALL_CANCELLED' } } });
    await expect(http.ask({ method: 'GET', path: '/healthz' })).rejects.toThrow();
  });

  it('answers what the SDK runs in time, too', async () => {
    const { server } = createTickets();
    const http = await openHttp(server, { limits: { stopMs: 20 } });
    const call = toolCall(1, 'scan_tickets', { endless: true }, { ...modernMeta(), progressToken: 'p' });
    const endless = http.ask({ headers: modernHeaders('tools/call', 'scan_tickets'), body: call });
    await vi.waitFor(async () => expect((await http.ask({ method: 'GET', path: '/healthz' })).status).toBe(200));
    await http.close();
    expect((await endless).json).toMatchObject({ result: { structuredContent: { code: 'CALL_CANCELLED' } } });
  });

  it('counts the calls of the SDK among those that may run at once', async () => {
    const { server } = createTickets();
    const http = await openHttp(server, { limits: { calls: 1, stopMs: 1 } });
    opened.push(http);
    const endless = http.ask({ body: toolCall(1, 'scan_tickets', { endless: true }) });
    await vi.waitFor(async () => {
      const call = toolCall(2, 'find_ticket', { id: 7 }, { ...modernMeta(), progressToken: 'p' });
      const answer = await http.ask({ headers: modernHeaders('tools/call', 'find_ticket'), body: call });
      expect(answer.json).toMatchObject({ result: { structuredContent: { code: 'RATE_LIMIT_CONCURRENCY' } } });
    });
    await http.close();
    await endless;
  });
});
