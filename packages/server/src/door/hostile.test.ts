import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openHttp, sessionHeaders } from '../testing/open-http.ts';
import { initialize, toolCall } from '../testing/open-stdio.ts';
import { goodbye, post, say, statusesIn } from '../testing/say.ts';
import { createTickets } from '../testing/tickets.ts';
import type { HttpLimits } from './limits.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

const open = async (limits: Partial<HttpLimits> = {}) => {
  const tickets = createTickets();
  const http = await openHttp(tickets.server, { limits: { stopMs: 1, ...limits } });
  opened.push(http);
  return { ...tickets, ...http };
};

/** A call that would leave a trace. */
const note = toolCall(1, 'note_ticket', { id: 7, text: 'x' });

describe('a name that merely leads here', () => {
  it.each([
    ['of somebody else', 'host: evil.example'],
    ['of somebody else, with our port', 'host: evil.example:8788'],
    ['that begins like ours', 'host: localhost.evil.example'],
    ['that ends like ours', 'host: evil-localhost'],
    ['that ends like our address', 'host: evil.127.0.0.1'],
    ['with a final dot', 'host: localhost.'],
    ['behind a user', 'host: localhost@evil.example'],
    ['before a path', 'host: localhost/evil.example'],
    ['before a question', 'host: localhost?evil.example'],
    ['before a blank', 'host: localhost evil.example'],
    ['that is empty', 'host:'],
    ['beside ours', 'host: localhost\r\nhost: evil.example'],
    ['before ours', 'host: evil.example\r\nhost: localhost'],
    ['behind more headers than most servers count', `${'a:\r\n'.repeat(2500)}host: evil.example`],
  ])('%s is not served', async (_, host) => {
    const { port, done } = await open();
    const heard = await say(port, `${post(note).replace('host: localhost', host)}${goodbye}`);
    expect(statusesIn(heard)).toEqual([403, 200]);
    expect(heard).toContain('"PERMISSION_DENIED"');
    expect(done).toEqual([]);
  });

  it('is required', async () => {
    const { port, done } = await open();
    const heard = await say(port, `${post(note).replace('host: localhost', 'x-host: localhost')}${goodbye}`);
    expect(statusesIn(heard)).toEqual([400, 200]);
    expect(heard).toContain('"VALIDATION_MALFORMED_REQUEST"');
    expect(done).toEqual([]);
  });

  it('is not taken from the target of the request either', async () => {
    const { port, done } = await open();
    const heard = await say(port, `${post(note).replace('/mcp', 'http://evil.example/mcp')}${goodbye}`);
    expect(statusesIn(heard)).toEqual([404, 200]);
    expect(done).toEqual([]);
  });
});

describe('a page from elsewhere', () => {
  it.each([
    ['by its name', 'origin: https://evil.example'],
    ['by none', 'origin: null'],
    ['by two names', 'origin: http://localhost\r\norigin: https://evil.example'],
    ['by a name that begins like ours', 'origin: http://localhost.evil.example'],
    ['by a name with ours in it', 'origin: http://localhost@evil.example'],
    ['behind more headers than most servers count', `${'a:\r\n'.repeat(2500)}origin: https://evil.example`],
  ])('%s cannot call', async (_, origin) => {
    const { port, done } = await open();
    const heard = await say(port, `${post(note, origin)}${goodbye}`);
    expect(statusesIn(heard)).toEqual([403, 200]);
    expect(heard.toLowerCase()).not.toContain('access-control');
    expect(done).toEqual([]);
  });

  it('is refused in a preflight request', async () => {
    const { ask } = await open();
    const asked = await ask({ method: 'OPTIONS', headers: { origin: 'https://evil.example' } });
    expect(asked.status).toBe(403);
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'cannot call as a form does, with %j',
    async (type) => {
      const { ask, done } = await open();
      expect((await ask({ headers: { 'content-type': type }, body: note })).status).toBe(415);
      expect(done).toEqual([]);
    },
  );
});

describe('one request that looks like two', () => {
  const inner = post(note);
  const begin = 'POST /healthz HTTP/1.1\r\nhost: localhost\r\n';

  it.each([
    ['a length and chunks', `${begin}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${inner}`],
    ['chunks and a length', `${begin}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${inner}`],
    ['two lengths', `${begin}content-length: 0\r\ncontent-length: ${inner.length}\r\n\r\n${inner}`],
    ['a list of lengths', `${begin}content-length: 0, 0\r\n\r\n${inner}`],
    ['a length with a sign', `${begin}content-length: +0\r\n\r\n${inner}`],
    ['a negative length', `${begin}content-length: -1\r\n\r\n${inner}`],
    ['a length beyond all numbers', `${begin}content-length: 99999999999999999999\r\n\r\n${inner}`],
    ['two encodings', `${begin}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n${inner}`],
    ['a list of encodings', `${begin}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`],
    ['an encoding behind a control character', `${begin}transfer-encoding: \x0bchunked\r\n\r\n0\r\n\r\n${inner}`],
    ['a blank before the colon', `${begin}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${inner}`],
    ['a folded header', `${begin}transfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n${inner}`],
    ['lines that end too early', `${begin.replaceAll('\r\n', '\n')}content-length: 0\n\n${inner}`],
    ['a bare carriage return', `${begin}x: y\rtransfer-encoding: chunked\r\n\r\n0\r\n\r\n${inner}`],
    ['a zero in a header', `${begin}x: y\x00z\r\n\r\n${inner}`],
    ['a chunk beyond all numbers', `${begin}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n${inner}`],
    ['a chunk of a negative size', `${begin}transfer-encoding: chunked\r\n\r\n-1\r\n${inner}`],
    ['chunks whose lines end too early', `${begin}transfer-encoding: chunked\r\n\r\n0\n\n${inner}`],
    ['a chunk with a long remark', `${begin}transfer-encoding: chunked\r\n\r\n0;${'x'.repeat(20_000)}\r\n\r\n${inner}`],
  ])('because of %s is refused, and hung up on', async (_, bytes) => {
    const { port, done } = await open();
    const heard = await say(port, bytes);
    const [first = 0, ...others] = statusesIn(heard);
    expect(first).toBeGreaterThanOrEqual(400);
    expect(first).toBeLessThan(500);
    expect(others).toEqual([]);
    expect(heard).toContain('"VALIDATION_MALFORMED_REQUEST"');
    expect(done).toEqual([]);
  });

  it('because its length is only known from its end is hung up on', async () => {
    const { port, done } = await open();
    const heard = await say(port, `${begin}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`);
    expect(statusesIn(heard)).toEqual([405]);
    expect(done).toEqual([]);
  });
});

describe('invalid requests', () => {
  it.each([
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', [400]],
    ['another version', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['a long target', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, [431]],
    ['long headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, [431]],
    ['many headers', `GET / HTTP/1.1\r\nhost: localhost\r\n${'a: b\r\n'.repeat(10_000)}\r\n`, [431]],
    ['a tunnel', 'CONNECT evil.example:80 HTTP/1.1\r\nhost: localhost\r\n\r\n', [405]],
  ])('%s is hung up on', async (_, bytes, statuses) => {
    const { port } = await open();
    const heard = await say(port, bytes);
    expect(statusesIn(heard)).toEqual(statuses);
  });

  it.each([
    ['bytes', 'hello\r\n\r\n'],
    ['a broken body', `${post('', 'transfer-encoding: chunked').replace('content-length: 0\r\n', '')}zz\r\n`],
    [
      'a broken body of a request that was refused before',
      `${post('', 'authorization: Bearer x', 'transfer-encoding: chunked').replace('content-length: 0\r\n', '')}zz\r\n`,
    ],
  ])('is answered after what was asked before: %s', async (_, noise) => {
    const { port } = await open();
    const heard = await say(port, `${post(toolCall(1, 'find_ticket', { id: 7 }))}${post(note)}${noise}`);
    expect(statusesIn(heard).slice(0, 2)).toEqual([200, 200]);
    expect(statusesIn(heard)).toHaveLength(3);
    expect(statusesIn(heard)[2]).toBeGreaterThanOrEqual(400);
  });
});

describe('a body that is too long', () => {
  const limits = { bodyBytes: 1000 };
  const long = 'x'.repeat(2_000_000);

  it('is refused as soon as it is announced, and thrown away', async () => {
    const { port } = await open(limits);
    expect(statusesIn(await say(port, `${post(long)}${goodbye}`))).toEqual([413, 200]);
  });

  it('is refused when it turns out so, and thrown away', async () => {
    const { port } = await open(limits);
    const head = post('', 'transfer-encoding: chunked').replace('content-length: 0\r\n', '');
    const chunk = `${long.length.toString(16)}\r\n${long}\r\n`;
    expect(statusesIn(await say(port, `${head}${chunk}${chunk}0\r\n\r\n${goodbye}`))).toEqual([413, 200]);
  });

  it('is refused before it is sent', async () => {
    const { port } = await open(limits);
    const socket = connect(port, '127.0.0.1');
    socket.write(post('').replace('content-length: 0', 'content-length: 9999999999'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(statusesIn(answer.toString())).toEqual([413]);
    socket.destroy();
  });
});

describe('a caller that takes its time', () => {
  const limits = { headersMs: 50, requestMs: 100, idleMs: 50 };

  it.each([
    ['says nothing', '', 408],
    ['does not finish its headers', 'POST /mcp HTTP/1.1\r\nhost: localhost\r\nx', 408],
    ['does not finish its body', post(note).slice(0, -10), 408],
    ['does not finish a body that is refused', post(note, 'origin: https://evil.example').slice(0, -10), 403],
    ['asks nothing more', post(toolCall(1, 'find_ticket', { id: 7 })), 200],
  ])('and %s is hung up on', async (_, bytes, status) => {
    const { port, done } = await open(limits);
    expect(statusesIn(await say(port, bytes))[0]).toBe(status);
    expect(done).toEqual([]);
  });

  it('and does not read its answers holds up only itself', async () => {
    const { port, ask } = await open();
    const deaf = connect(port, '127.0.0.1');
    deaf.pause();
    deaf.write(post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }).repeat(2000));
    expect((await ask({ body: note })).status).toBe(200);
    deaf.destroy();
  });
});

describe('a crowd', () => {
  /** A few at a time: the system forgets connections that the server does not accept soon. */
  const connectMany = async (port: number, count: number): Promise<Socket[]> => {
    const sockets: Socket[] = [];
    while (sockets.length < count) {
      const next = Array.from({ length: Math.min(100, count - sockets.length) }, () => connect(port, '127.0.0.1'));
      await Promise.all(next.map((socket) => once(socket, 'connect')));
      sockets.push(...next);
    }
    return sockets;
  };

  it('of 1,300 idle connections admits every client within the limit, and none beyond', async () => {
    const { port, ask } = await open({ connections: 1301 });
    const idle = await connectMany(port, 1300);
    expect((await ask({ body: note, headers: { connection: 'close' } })).status).toBe(200);
    // The server may count a connection a little after it is open. A busy machine takes longer for each try.
    const patient = { timeout: 30_000 };
    await vi.waitFor(async () => {
      idle.push(...(await connectMany(port, 1)));
      expect(await say(port, post(note, 'connection: close'))).toMatch(/503[\s\S]*"RATE_LIMIT_CONCURRENCY"/u);
    }, patient);
    for (const socket of idle) socket.destroy();
    await vi.waitFor(async () => expect((await ask({ method: 'GET', path: '/healthz' })).status).toBe(200), patient);
  });

  it('has nothing done on a connection that was one too many', async () => {
    const { port, done } = await open({ connections: 1 });
    const [first] = await connectMany(port, 1);
    expect(statusesIn(await say(port, post(note)))).toEqual([503]);
    expect(done).toEqual([]);
    first?.destroy();
  });

  it('on one connection is answered in its order', async () => {
    const { port } = await open();
    const ids = Array.from({ length: 300 }, (_, index) => index);
    const calls = ids.map((id) => post(toolCall(id, 'find_ticket', { id: 7 })));
    const heard = await say(port, `${calls.join('')}${goodbye}`);
    expect([...heard.matchAll(/"jsonrpc":"2.0","id":(\d+)/gu)].map(([, id]) => Number(id))).toEqual(ids);
  });

  it('of calls on one connection is bounded', async () => {
    const { port } = await open({ calls: 2 });
    const endless = post(toolCall(1, 'scan_tickets', { endless: true }));
    const socket = connect(port, '127.0.0.1');
    socket.write(`${endless}${endless}`);
    await vi.waitFor(async () => {
      const heard = await say(port, post(note, 'connection: close'));
      expect(heard).toContain('"RATE_LIMIT_CONCURRENCY"');
    });
    socket.destroy();
  });

  it('of sessions is bounded, however fast it comes', async () => {
    const { ask } = await open({ sessions: 3 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask({ headers: sessionHeaders, body: initialize() })),
    );
    const sessions = answers.flatMap(({ headers }) => headers['mcp-session-id'] ?? []);
    expect(sessions).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({
      status: 429,
      json: { id: 'hello', error: { data: { code: 'RATE_LIMIT_CONCURRENCY', retryable: true } } },
    });
    await ask({ method: 'DELETE', headers: { ...sessionHeaders, 'mcp-session-id': String(sessions[0]) } });
    expect((await ask({ headers: sessionHeaders, body: initialize() })).status).toBe(200);
  });

  it('of unused sessions makes room', async () => {
    const { ask } = await open({ sessions: 1, sessionIdleMs: 20 });
    expect((await ask({ headers: sessionHeaders, body: initialize() })).status).toBe(200);
    await vi.waitFor(async () => expect((await ask({ headers: sessionHeaders, body: initialize() })).status).toBe(200));
  });
});
