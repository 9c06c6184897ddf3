import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultServer } from './fault-server.ts';
import type { FaultServer } from './fault-server.ts';
import {
  brokenJson,
  brokenText,
  cut,
  endless,
  gzipBomb,
  gzipped,
  json,
  marked,
  page,
  redirect,
  versioned,
} from './fault.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const get = (path = '/', init: RequestInit = {}) => fetch(server.url + path, { redirect: 'manual', ...init });

/** Writes bytes to the server and reads what comes back until it hangs up. */
const speak = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (data) => (heard += data.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });

describe('answers', () => {
  it('are given in their order, then by path, then not at all', async () => {
    server.route('GET', '/things', json(200, { things: [] }));
    server.answer(json(418, { message: 'first' }, { 'x-extra': 'yes' }), ({ target }) => json(200, { target }));
    const first = await get('/things?x=1');
    expect([first.status, first.headers.get('x-extra'), await first.json()]).toEqual([
      418,
      'yes',
      { message: 'first' },
    ]);
    expect(await (await get('/a?b=%2F')).json()).toEqual({ target: '/a?b=%2F' });
    expect(await (await get('/things?page=2')).json()).toEqual({ things: [] });
    expect((await get('/nothing')).status).toBe(501);
  });

  it.each([200, 201, 204, 304, 400, 404, 429, 500, 599])('have the status %i', async (status) => {
    server.answer({ status, body: '' });
    expect((await get()).status).toBe(status);
  });

  it('may be other than they say', async () => {
    server.answer(page(502), brokenJson(), marked({ a: 1 }), brokenText(), gzipped({ a: 2 }));
    const proxy = await get();
    expect([proxy.headers.get('content-type'), await proxy.text()]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('<html>'),
    ]);
    await expect((await get()).json()).rejects.toThrow(SyntaxError);
    expect(Buffer.from(await (await get()).arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(await (await get()).text()).toContain('\uFFFD');
    expect(await (await get()).json()).toEqual({ a: 2 });
  });

  it('lead elsewhere', async () => {
    server.answer(redirect('http://localhost:1/elsewhere'), redirect('/near', 307));
    expect((await get()).headers.get('location')).toBe('http://localhost:1/elsewhere');
    expect((await get()).status).toBe(307);
  });

  it('know the version of a thing', async () => {
    server.route('PUT', '/thing', versioned({ a: 1 }, '"v2"'));
    server.route('GET', '/thing', versioned({ a: 1 }, '"v2"'));
    expect((await get('/thing')).headers.get('etag')).toBe('"v2"');
    expect((await get('/thing', { headers: { 'if-none-match': '"v2"' } })).status).toBe(304);
    expect((await get('/thing', { method: 'PUT', headers: { 'if-match': '"v1"' } })).status).toBe(412);
    expect((await get('/thing', { method: 'PUT', headers: { 'if-match': '"v2"' } })).status).toBe(200);
  });

  it('wait until they may go', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    let answered = false;
    server.answer({ status: 204, after: gate });
    const waiting = get().then((response) => {
      answered = true;
      return response.status;
    });
    await expect.poll(() => server.requests.length).toBe(1);
    expect(answered).toBe(false);
    open();
    expect(await waiting).toBe(204);
  });
});

describe('a connection', () => {
  it('is cut before the headers', async () => {
    server.answer(cut('before_headers'));
    await expect(get()).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });

  it.each(['after_headers', 'half_body'] as const)('is cut: %s', async (ending) => {
    server.answer(cut(ending, '0123456789'));
    const response = await get();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    server.answer(cut(ending, '0123456789'));
    const heard = await speak('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(heard.split('\r\n\r\n')[1]).toBe(ending === 'half_body' ? '01234' : '');
  });

  it('carries a body without an end until the caller has enough', async () => {
    server.answer(endless());
    const caller = new AbortController();
    const response = await get('/', { signal: caller.signal });
    let size = 0;
    await expect(
      (async () => {
        for await (const chunk of response.body ?? []) {
          size += (chunk as Uint8Array).byteLength;
          if (size > 1_000_000) caller.abort();
        }
      })(),
    ).rejects.toThrow();
    expect(size).toBeGreaterThan(1_000_000);
    server.answer({ status: 204 });
    expect((await get()).status).toBe(204);
  });

  it('carries few bytes that are many', async () => {
    const bomb = gzipBomb(20);
    expect(bomb.body?.length).toBeLessThan(100_000);
    server.answer(bomb);
    expect((await (await get()).arrayBuffer()).byteLength).toBe(20 * 1024 * 1024);
  });
});

describe('the record', () => {
  it('holds requests as they came', async () => {
    server.answer({ status: 204 });
    await speak(
      'POST /a/../b%2f?q=%00&x=a+b HTTP/1.1\r\nHost: h\r\nX-Odd:  One\r\nContent-Length: 3\r\nConnection: close\r\n\r\n\xff\x00z',
    );
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      target: '/a/../b%2f?q=%00&x=a+b',
      rawHeaders: ['Host', 'h', 'X-Odd', 'One', 'Content-Length', '3', 'Connection', 'close'],
      headers: { host: 'h', 'x-odd': 'One' },
    });
    expect([...(server.requests[0]?.body ?? [])]).toEqual([0xff, 0x00, 0x7a]);
  });

  it('keeps what is not a valid request, and continues', async () => {
    await speak('GET /a b HTTP/1.1\r\nHost: h\r\n\r\n');
    expect(server.unreadable).toEqual([expect.stringContaining('GET /a b')]);
    const before = server.connections;
    server.answer({ status: 204 });
    expect(await speak('GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')).toContain('204');
    expect(server.connections).toBe(before + 1);
  });
});
