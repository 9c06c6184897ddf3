import { gzipSync } from 'node:zlib';
import { causeOf } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { closedAddress, startHttp, startRaw } from '../testing/servers.ts';
import { boundFetch } from './bound-fetch.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import type { FetchBounds } from './bounded-fetch.ts';
import { classifyError } from './classify-error.ts';
import type { ReadFetch, ReadInit } from './read-response.ts';
import { UpstreamError } from './upstream-error.ts';

const bounds = { timeoutMs: 10_000, maxBytes: 1000 };

const kinds: readonly (readonly [string, (bounds: FetchBounds) => ReadFetch])[] = [
  ['our own fetch', createBoundedFetch],
  ['a bounded fetch of someone else', (limits) => boundFetch(fetch, limits)],
];

describe.each(kinds)('%s', (_name, create) => {
  /** Makes a request that must not succeed, and returns how it ended. */
  const endOf = async (url: string, init: ReadInit = {}): Promise<UpstreamError> => {
    const thrown: unknown = await create(bounds)(url, init).then(
      (response) => new Error(`answered with ${response.status}`),
      (error: unknown) => error,
    );
    if (!(thrown instanceof UpstreamError)) throw thrown;
    return thrown;
  };

  describe('before anything was sent', () => {
    it('reports a refused connection', async () => {
      const error = await endOf(await closedAddress(), { method: 'POST' });
      expect(classifyError(error, { method: 'POST' })).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        effect: 'none',
        retryable: true,
        details: { reason: 'refused' },
        cause_class: 'UpstreamError.ECONNREFUSED',
      });
    });

    it('reports an unknown host name', async () => {
      const error = await endOf('http://no-such-host.invalid/');
      expect(classifyError(error, { method: 'PUT' })).toMatchObject({ effect: 'none', details: { reason: 'dns' } });
    });

    it('reports a failed TLS handshake, which a retry does not fix', async () => {
      const plain = await startHttp((_request, response) => response.end('plain'));
      const error = await endOf(plain.replace('http:', 'https:'), { method: 'POST' });
      expect(classifyError(error, { method: 'POST' })).toMatchObject({
        effect: 'none',
        retryable: false,
        recovery: 'report',
        details: { reason: 'tls' },
      });
    });
  });

  describe('when the request may have arrived', () => {
    it.each([
      ['closed', (socket: { destroy(): unknown }) => void socket.destroy()],
      ['reset', (socket: { resetAndDestroy(): unknown }) => void socket.resetAndDestroy()],
    ])('tells a connection that was %s', async (_how, meet) => {
      const url = await startRaw(meet);
      const error = await endOf(url, { method: 'POST', body: 'x' });
      expect(error.end).toBe('dropped');
      expect(classifyError(error, { method: 'POST' })).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        effect: 'unknown',
        retryable: false,
        recovery: 'verify',
        details: { reason: 'dropped' },
      });
      expect(classifyError(error, { method: 'GET' })).toMatchObject({ effect: 'none', retryable: true });
    });

    it('reports a truncated body, with the status received', async () => {
      const url = await startRaw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc', () => socket.destroy());
      });
      expect(await endOf(url)).toMatchObject({ end: 'dropped', status: 200 });
    });

    it('reports an answer that is not HTTP', async () => {
      const url = await startRaw((socket) => socket.end('good morning\r\n\r\n'));
      const error = await endOf(url, { method: 'POST' });
      expect(classifyError(error, { method: 'POST' })).toMatchObject({
        effect: 'unknown',
        details: { reason: 'unreadable' },
      });
    });

    it.each([
      ['no answer', ''],
      ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'],
    ])('tells that the time is up with %s', async (_what, begun) => {
      const url = await startRaw((socket) => void (begun && socket.write(begun)));
      const error = await endOf(url, { method: 'PUT', timeoutMs: 100 });
      expect(classifyError(error, { method: 'PUT', timeoutMs: 100 })).toMatchObject({
        code: 'UPSTREAM_TIMEOUT',
        effect: 'unknown',
        recovery: 'verify',
        details: { timeout_ms: 100 },
      });
    });

    it('distinguishes a cancellation by the caller from a timeout', async () => {
      const caller = new AbortController();
      const url = await startRaw(() => caller.abort());
      const error = await endOf(url, { method: 'DELETE', signal: caller.signal });
      expect(classifyError(error, { method: 'DELETE' })).toMatchObject({ code: 'CALL_CANCELLED', effect: 'unknown' });
      expect(classifyError(error, { method: 'GET' })).toMatchObject({ code: 'CALL_CANCELLED', effect: 'none' });
    });

    it('knows that a write that was cancelled before has no effect, and sends nothing', async () => {
      let met = 0;
      const url = await startRaw(() => void (met += 1));
      const error = await endOf(url, { method: 'DELETE', signal: AbortSignal.abort() });
      expect(classifyError(error, { method: 'DELETE' })).toMatchObject({ code: 'CALL_CANCELLED', effect: 'none' });
      expect(met).toBe(0);
    });
  });

  describe('the body', () => {
    it.each([
      ['announced', true],
      ['not announced', false],
    ])('is not read beyond its limit, %s', async (_how, announced) => {
      const url = await startHttp((_request, response) => {
        if (announced) response.setHeader('content-length', 5000);
        for (let part = 0; part < 5; part += 1) response.write('x'.repeat(1000));
        response.end();
      });
      const error = await endOf(url);
      expect(error.end).toBe('too_large');
      const failure = classifyError(error, { method: 'GET' });
      expect(failure).toMatchObject({
        code: 'VALIDATION_PAYLOAD_TOO_LARGE',
        effect: 'none',
        details: { limit_type: 'response_size', limit_value: 1000, unit: 'bytes' },
      });
      expect(failure.details?.['actual_value']).toBeGreaterThan(1000);
    });

    it('is whole when the answer comes, and a redirect is an answer', async () => {
      const url = await startHttp((request, response) => {
        if (request.url === '/old') response.writeHead(307, { location: '/new' }).end('moved');
        else response.writeHead(204).end();
      });
      const bounded = create(bounds);
      const moved = await bounded(`${url}/old`);
      expect([moved.status, moved.headers.get('location'), await moved.text()]).toEqual([307, '/new', 'moved']);
      expect((await bounded(`${url}/new`)).status).toBe(204);
    });
  });

  it('shows nothing of the request or the host to the caller, and keeps the cause for the log', async () => {
    const error = await endOf(`${await closedAddress()}/secret-path`, { headers: { authorization: 'Bearer s3cret' } });
    const failure = classifyError(error, { method: 'GET' });
    expect(JSON.stringify(failure)).not.toMatch(/s3cret|secret-path|127\.0\.0\.1/);
    expect(causeOf(failure)).toBe(error);
  });

  it('takes the limits of a single request', async () => {
    const url = await startHttp((_request, response) => response.end('x'.repeat(2000)));
    const bounded = create(bounds);
    await expect(bounded(url)).rejects.toMatchObject({ end: 'too_large' });
    expect(await (await bounded(url, { maxBytes: 2000 })).text()).toHaveLength(2000);
  });
});

describe('our own fetch', () => {
  it('sends what it is given, and unpacks the answer', async () => {
    const url = await startHttp((request, response) => {
      const { method, headers } = request;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const seen = JSON.stringify({ method, url: request.url, own: headers['x-own'], body });
        response.setHeader('content-encoding', 'gzip').setHeader('set-cookie', ['a=1', 'b=2']).end(gzipSync(seen));
      });
    });
    const response = await createBoundedFetch(bounds)(`${url}/a%20b?c=%C3%A4`, {
      method: 'PATCH',
      headers: { 'x-own': 'yes' },
      body: '{"ä":1}',
    });
    expect(await response.json()).toEqual({ method: 'PATCH', url: '/a%20b?c=%C3%A4', own: 'yes', body: '{"ä":1}' });
    expect(response.headers.get('set-cookie')).toBe('a=1, b=2');
  });

  it('rejects a body that is neither text nor bytes', async () => {
    const send = createBoundedFetch(bounds)('http://127.0.0.1/', { method: 'POST', body: new FormData() });
    await expect(send).rejects.toThrow('must be a string or a Uint8Array');
  });
});

it('treats any other thrown value as a request that may have arrived', () => {
  expect(classifyError(new Error('?'), { method: 'POST' })).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    effect: 'unknown',
  });
});
