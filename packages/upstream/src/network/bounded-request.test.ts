import { brotliCompressSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { closedAddress, startHttp, startRaw } from '../testing/servers.ts';
import { createBoundedRequest } from './bounded-request.ts';
import type { BoundedRequest, RequestBounds } from './bounded-request.ts';
import { UpstreamError } from './upstream-error.ts';

const asking = (origin: string, changes: Partial<BoundedRequest> = {}): BoundedRequest => ({
  origin,
  target: '/',
  method: 'GET',
  headers: {},
  timeoutMs: 10_000,
  ...changes,
});

const send = (request: BoundedRequest, bounds: Partial<RequestBounds> = {}) =>
  createBoundedRequest({ maxBytes: 1000, ...bounds })(request);

/** Makes a request that must not succeed, and tells how it ended. */
const endOf = async (request: BoundedRequest, bounds: Partial<RequestBounds> = {}): Promise<UpstreamError> => {
  const thrown: unknown = await send(request, bounds).then(
    ({ status }) => new Error(`answered with ${status}`),
    (error: unknown) => error,
  );
  if (!(thrown instanceof UpstreamError)) throw thrown;
  return thrown;
};

describe('a bounded request', () => {
  it('sends target, headers and body as they are, and gives the whole answer', async () => {
    const url = await startHttp((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(201, { 'x-one': ['a', 'b'] });
        response.end(
          `${request.method} ${request.url} ${String(request.headers['x-two'])} ${Buffer.concat(chunks).toString()}`,
        );
      });
    });
    const answer = await send(
      asking(url, { method: 'PUT', target: '/a%2Fb?c=%26', headers: { 'x-two': '2' }, body: 'ü' }),
    );
    expect(answer.body.toString()).toBe('PUT /a%2Fb?c=%26 2 ü');
    expect(answer.headers.get('X-One')).toBe('a, b');
    expect(answer.status).toBe(201);
  });

  it('uses one connection for requests that follow each other', async () => {
    const ports = new Set<number | undefined>();
    const url = await startHttp((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('x');
    });
    const sender = createBoundedRequest({ maxBytes: 1000 });
    for (let times = 0; times < 3; times += 1) await sender(asking(url));
    expect(ports.size).toBe(1);
  });

  it('does not follow a redirect', async () => {
    const url = await startHttp((_request, response) => response.writeHead(302, { location: '/x' }).end());
    expect((await send(asking(url))).status).toBe(302);
  });

  it.each([
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('unpacks %s, within its bounds', async (encoding, pack) => {
    const url = await startHttp((request, response) => {
      response.setHeader('content-encoding', encoding).end(pack('x'.repeat(Number(request.url?.slice(1)))));
    });
    expect((await send(asking(url, { target: '/900' }))).body.toString()).toBe('x'.repeat(900));
    expect(await endOf(asking(url, { target: '/1001' }))).toMatchObject({ end: 'too_large', size: { limit: 1000 } });
  });

  it('cannot read a content encoding that was not requested', async () => {
    const url = await startHttp((_request, response) => response.setHeader('content-encoding', 'zstd').end('x'));
    expect(await endOf(asking(url))).toMatchObject({ end: 'unreadable', status: 200 });
  });

  it('takes the size of a body that HEAD only announces for what it is', async () => {
    const url = await startHttp((_request, response) => response.writeHead(200, { 'content-length': '5000' }).end());
    expect(await send(asking(url, { method: 'HEAD' }))).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it('connects to the address that its lookup returns, and to none if it refuses', async () => {
    const url = await startHttp((_request, response) => response.end('here'));
    const named = url.replace('127.0.0.1', 'api.example.com');
    const lookup: RequestBounds['lookup'] = (_host, { all }, callback) =>
      all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
    expect((await send(asking(named), { lookup })).body.toString()).toBe('here');
    const refusal = new Error('not there');
    const error = await endOf(asking(named), { lookup: (_host, _options, callback) => callback(refusal, []) });
    expect(error.cause).toBe(refusal);
  });
});

/** Long enough to connect on a machine that is busy: an end before that is another one. */
const longMs = 1000;

describe('a bounded request that ends without an answer', () => {
  it('is refused, cancelled before it began, or finds no secure connection', async () => {
    expect((await endOf(asking(await closedAddress()))).end).toBe('refused');
    const stopped = AbortSignal.abort();
    expect((await endOf(asking(await closedAddress(), { signal: stopped }))).end).toBe('aborted');
    const plain = await startHttp((_request, response) => response.end());
    expect((await endOf(asking(plain.replace('http:', 'https:')))).end).toBe('tls');
  });

  it('is told apart by whether it can have been sent', async () => {
    const silent = await startRaw(() => undefined);
    expect((await endOf(asking(silent, { timeoutMs: longMs }))).end).toBe('timeout');
    expect((await endOf(asking(silent.replace('http:', 'https:'), { timeoutMs: 50 }))).end).toBe('connect_timeout');
    const nowhere: RequestBounds['lookup'] = () => undefined;
    expect((await endOf(asking('http://api.example.com', { timeoutMs: 50 }), { lookup: nowhere })).end).toBe(
      'connect_timeout',
    );
  });

  it('is unreachable, not dropped, if the connection is lost before TLS is set up: nothing was sent', async () => {
    const abrupt = await startRaw((socket) => socket.destroy());
    expect((await endOf(asking(abrupt.replace('http:', 'https:')))).end).toBe('unreachable');
  });

  it('is a drop also on a connection that was used before', async () => {
    let count = 0;
    const url = await startHttp((request, response) => {
      if ((count += 1) > 1) request.socket.destroy();
      else response.end('x');
    });
    const sender = createBoundedRequest({ maxBytes: 1000 });
    await sender(asking(url));
    await expect(sender(asking(url, { method: 'POST' }))).rejects.toMatchObject({ end: 'dropped' });
  });

  it('is dropped before, or in the middle of, its answer', async () => {
    expect((await endOf(asking(await startRaw((socket) => socket.destroy())))).end).toBe('dropped');
    expect((await endOf(asking(await startRaw((socket) => socket.resetAndDestroy())))).end).toBe('dropped');
    for (const part of ['content-length: 9\r\n\r\nhalf', 'transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n']) {
      const cut = await startRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\n${part}`));
      expect(await endOf(asking(cut))).toMatchObject({ end: 'dropped', status: 200 });
    }
  });

  it('is out of time even if the body never ends', async () => {
    const endless = await startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nhalf'));
    expect((await endOf(asking(endless, { timeoutMs: longMs }))).end).toBe('timeout');
  });

  it('has limits of its own for connecting and for silence', async () => {
    const nowhere: RequestBounds['lookup'] = () => undefined;
    const unknown = asking('http://api.example.com', { connectMs: 30 });
    expect((await endOf(unknown, { lookup: nowhere })).end).toBe('connect_timeout');
    const silent = await startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nhalf'));
    expect((await endOf(asking(silent, { silenceMs: longMs }))).end).toBe('timeout');
    const quick = await startHttp((_request, response) => response.end('x'));
    expect((await send(asking(quick, { connectMs: 5000, silenceMs: 5000 }))).status).toBe(200);
  });
});
