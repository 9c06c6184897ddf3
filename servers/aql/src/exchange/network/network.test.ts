import { createServer as createTcp } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cut, json, redirect, text } from '../../../test/fault.ts';
import type { Auth } from '../../adapter/adapter.ts';
import { adapter, call, exchangeOf, operation, parameter, valueOf } from '../testing/adapters.ts';
import { startUpstream } from '../testing/upstream.ts';

const write = operation({ name: 'create_thing', category: 'create', method: 'POST', idempotent: false });
const portOf = (url: string): string => new URL(url).port;

const never = new Promise(() => undefined);

/** A server of something that is not HTTP. */
const startNoise = async (noise: string): Promise<string> => {
  const server = createTcp((socket) => socket.on('error', () => undefined).end(noise));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('addresses', () => {
  it.each(['127.0.0.1', '10.0.0.5', '169.254.169.254', '224.0.0.1', '::1', 'fe80::1', '::ffff:127.0.0.1', 'fd00::1'])(
    'that a name leads to are refused after the lookup: %s',
    async (address) => {
      const upstream = await startUpstream();
      const exchange = exchangeOf(adapter(`http://api.example.com:${portOf(upstream.url)}`), {
        lookup: () => Promise.resolve([address]),
      });
      expect(await call(exchange, write)).toMatchObject({
        code: 'PERMISSION_DENIED',
        effect: 'none',
        details: { reason: expect.stringContaining('not public') as string },
      });
      expect(upstream.requests).toEqual([]);
    },
  );

  it('are all refused if one of them is not public', async () => {
    const exchange = exchangeOf(adapter('http://api.example.com'), {
      lookup: () => Promise.resolve(['8.8.8.8', '127.0.0.1']),
    });
    expect(await call(exchange, operation())).toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('are resolved once: the connection uses the addresses that were checked', async () => {
    const upstream = await startUpstream();
    let looked = 0;
    const exchange = exchangeOf(adapter(`http://localhost:${portOf(upstream.url)}`), {
      lookup: () => Promise.resolve((looked += 1) === 1 ? ['127.0.0.1'] : ['127.0.0.2']),
    });
    expect(await call(exchange, operation())).toMatchObject({ ok: true });
    expect(looked).toBe(1);
  });

  it.each([
    'http://10.0.0.5',
    'http://169.254.169.254',
    'http://[fd00::1]',
    'http://0.0.0.0',
    'http://[::ffff:127.0.0.1]',
  ])('in the base itself are refused without a request: %s', async (base) => {
    expect(await call(exchangeOf(adapter(base)), operation())).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { reason: expect.stringContaining('not public') as string },
    });
  });

  it.each(['127.0.0.1', 'localhost'])('of this machine are reached where the base says so: %s', async (host) => {
    const upstream = await startUpstream();
    const exchange = exchangeOf(adapter(`http://${host}:${portOf(upstream.url)}`));
    expect(await call(exchange, operation())).toMatchObject({ ok: true });
  });

  it('named localhost that are not this machine are refused', async () => {
    const exchange = exchangeOf(adapter('http://localhost:1'), { lookup: () => Promise.resolve(['10.0.0.1']) });
    expect(await call(exchange, operation())).toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('that are private are reached where the operator allows it', async () => {
    const upstream = await startUpstream();
    const exchange = exchangeOf(adapter(`http://api.example.com:${portOf(upstream.url)}`), {
      allowPrivate: true,
      lookup: () => Promise.resolve(['127.0.0.1']),
    });
    expect(await call(exchange, operation())).toMatchObject({ ok: true });
  });
});

describe('credentials', () => {
  const cookie = parameter('cookie', { in: 'cookie' });
  const environment = { TOKEN: 's3cr3t-token', KEY: 'k/e+y', NAME: 'ada', PASSWORD: 'lovelace' };
  const kinds: readonly [string, Auth][] = [
    ['bearer', { type: 'bearer', tokenEnv: 'TOKEN', prefix: 'Bearer' }],
    ['key in a header', { type: 'api_key', keyEnv: 'KEY', in: 'header', name: 'X-Api-Key' }],
    ['key with a word before it', { type: 'api_key', keyEnv: 'KEY', in: 'header', name: 'X-Api-Key', prefix: 'Key' }],
    ['key in the query', { type: 'api_key', keyEnv: 'KEY', in: 'query', name: 'api_key' }],
    ['basic', { type: 'basic', usernameEnv: 'NAME', passwordEnv: 'PASSWORD' }],
  ];

  it('are sent from the environment', async () => {
    const upstream = await startUpstream();
    for (const [, auth] of kinds) await call(exchangeOf(adapter(upstream.url, { auth }), { environment }), operation());
    expect(
      upstream.requests.map(({ headers, target }) => [headers['authorization'], headers['x-api-key'], target]),
    ).toEqual([
      ['Bearer s3cr3t-token', undefined, '/things'],
      [undefined, 'k/e+y', '/things'],
      [undefined, 'Key k/e+y', '/things'],
      [undefined, undefined, '/things?api_key=k%2Fe%2By'],
      [`Basic ${Buffer.from('ada:lovelace').toString('base64')}`, undefined, '/things'],
    ]);
  });

  it.each(kinds)('of kind %s that are missing are named, and nothing is sent', async (_kind, auth) => {
    const upstream = await startUpstream();
    const outcome = await call(exchangeOf(adapter(upstream.url, { auth })), operation());
    const variable = auth.type === 'bearer' ? 'TOKEN' : auth.type === 'basic' ? 'PASSWORD' : 'KEY';
    expect(outcome).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { reason: `the environment variable ${variable} is not set` },
    });
    expect(upstream.requests).toEqual([]);
  });

  it.each(kinds)('of kind %s that are optional and missing are not sent', async (_kind, auth) => {
    const upstream = await startUpstream();
    const outcome = await call(exchangeOf(adapter(upstream.url, { auth: { ...auth, optional: true } })), operation());
    expect(outcome).toMatchObject({ ok: true });
    expect(upstream.requests[0]?.headers['authorization']).toBeUndefined();
  });

  it('that would break a header are refused by their name alone', async () => {
    const [, auth] = kinds[0] ?? [];
    if (!auth) throw new Error('No kind');
    const exchange = exchangeOf(adapter('http://127.0.0.1:1', { auth }), { environment: { TOKEN: 'qq\r\nzz' } });
    const outcome = await call(exchange, operation());
    expect(outcome).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(JSON.stringify(outcome)).not.toMatch(/qq|zz/);
    const optional = exchangeOf(adapter('http://127.0.0.1:1', { auth: { ...auth, optional: true } }), {
      environment: { TOKEN: 'qq\r\nzz' },
    });
    expect(await call(optional, operation())).toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('are not sent without https, except to this machine', async () => {
    const auth: Auth = { type: 'bearer', tokenEnv: 'TOKEN', prefix: 'Bearer' };
    const exchange = exchangeOf(adapter('http://api.example.com', { auth }), { environment, allowPrivate: true });
    expect(await call(exchange, operation())).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { reason: 'credentials are sent over https only, except to this machine' },
    });
  });

  it('of a single operation are not sent without https either', async () => {
    const auth: Auth = { type: 'bearer', tokenEnv: 'TOKEN', prefix: 'Bearer' };
    const signed = operation({ auth });
    const exchange = exchangeOf(adapter('http://api.example.com', { operations: [signed] }), {
      environment,
      allowPrivate: true,
    });
    expect(await call(exchange, signed)).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { reason: 'credentials are sent over https only, except to this machine' },
    });
  });

  it('are combined, and an operation with its own ones sends no others', async () => {
    const upstream = await startUpstream();
    const auth: Auth = {
      type: 'combined',
      parts: [
        { type: 'api_key', keyEnv: 'KEY', in: 'header', name: 'X-Api-Key' },
        { type: 'api_key', keyEnv: 'TOKEN', in: 'cookie', name: 'session' },
      ],
    };
    const exchange = exchangeOf(adapter(upstream.url, { auth }), { environment });
    const parameters = [{ ...cookie, name: 'lang', wireName: 'lang' }];
    await call(exchange, operation({ parameters }), { lang: 'a;b' });
    await call(exchange, operation({ auth: { type: 'basic', usernameEnv: 'NAME', passwordEnv: 'PASSWORD' } }));
    await call(exchange, operation({ auth: { type: 'none' } }));
    expect(
      upstream.requests.map(({ headers }) => [headers['authorization'], headers['x-api-key'], headers['cookie']]),
    ).toEqual([
      [undefined, 'k/e+y', 'lang=a%3Bb; session=s3cr3t-token'],
      [`Basic ${Buffer.from('ada:lovelace').toString('base64')}`, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
  });

  it('differ for an update and the read before it, and never come back', async () => {
    const upstream = await startUpstream(({ headers }) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ said: String(headers['x-api-key']) }),
    }));
    const read = operation({ auth: { type: 'api_key', keyEnv: 'KEY', in: 'header', name: 'X-Api-Key' } });
    const update = operation({
      name: 'update_thing',
      category: 'update',
      method: 'PUT',
      readWith: read.name,
      auth: { type: 'bearer', tokenEnv: 'TOKEN', prefix: 'Bearer' },
    });
    const exchange = exchangeOf(adapter(upstream.url, { operations: [read, update] }), { environment });
    const outcome = await call(exchange, update, { input: { a: 1 } });
    expect(
      upstream.requests.map(({ method, headers }) => [method, headers['authorization'], headers['x-api-key']]),
    ).toEqual([
      ['GET', undefined, 'k/e+y'],
      ['PUT', 'Bearer s3cr3t-token', undefined],
    ]);
    expect(JSON.stringify(outcome)).not.toContain('k/e+y');
  });

  it.each(kinds)('of kind %s never come back, wherever an upstream repeats them', async (_kind, auth) => {
    const upstream = await startUpstream(({ headers, target, method }) => {
      const said = `${headers['authorization']} ${String(headers['x-api-key'])} ${target} lovelace`;
      const body = JSON.stringify({ message: said, nested: [{ [said]: said }] }).replaceAll('/', '\\/');
      return {
        status: method === 'GET' ? 200 : 422,
        headers: { 'content-type': 'application/json', 'x-request-id': said },
        body,
      };
    });
    const exchange = exchangeOf(adapter(upstream.url, { auth }), { environment });
    for (const called of [operation(), write]) {
      const text = JSON.stringify(await call(exchange, called));
      const pair = Buffer.from('ada:lovelace').toString('base64');
      const secrets =
        auth.type === 'bearer' ? ['s3cr3t'] : auth.type === 'basic' ? ['lovelace', pair] : ['k/e+y', 'k%2Fe'];
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(text).toContain('***');
    }
  });

  it('and arguments that the file calls sensitive are kept out of what leaves', async () => {
    const upstream = await startUpstream(text(400, 'password hunter22 is too short'));
    const called = operation({ ...write, parameters: [parameter('password', { in: 'body', sensitive: true })] });
    const outcome = await call(exchangeOf(adapter(upstream.url)), called, { password: 'hunter22' });
    expect(outcome).toMatchObject({ details: { upstream_error: 'password *** is too short' } });
  });
});

describe('redirects', () => {
  it('of a read are followed on the same host, credentials and all', async () => {
    const upstream = await startUpstream(({ target }) =>
      target === '/new?x=1&key=K' ? json(200, { moved: true }) : redirect('/new?x=1', 301),
    );
    const auth: Auth = { type: 'api_key', keyEnv: 'KEY', in: 'query', name: 'key' };
    const exchange = exchangeOf(adapter(upstream.url, { auth }), { environment: { KEY: 'K' } });
    expect(valueOf(await call(exchange, operation()))).toEqual({ moved: true });
  });

  it.each([
    ['another host', (url: string) => url.replace('127.0.0.1', 'localhost')],
    ['another port', () => 'http://127.0.0.1:9/x'],
    ['another scheme', (url: string) => url.replace('http:', 'https:')],
    ['nowhere', () => 'http://['],
  ])('to %s are not followed', async (_where, locate) => {
    let elsewhere = '';
    const upstream = await startUpstream(() => redirect(locate(elsewhere)));
    elsewhere = upstream.url;
    expect(await call(exchangeOf(adapter(upstream.url)), operation())).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryable: false,
      details: { reason: 'redirected', http_status: 302 },
    });
    expect(upstream.requests).toHaveLength(1);
  });

  it('of a write are not followed, and circles end', async () => {
    const upstream = await startUpstream(redirect('/things', 307));
    const exchange = exchangeOf(adapter(upstream.url));
    expect(await call(exchange, write)).toMatchObject({ details: { reason: 'redirected' } });
    expect(upstream.requests).toHaveLength(1);
    await call(exchange, operation());
    expect(upstream.requests).toHaveLength(5);
  });
});

describe('a request that fails', () => {
  const retry = { attempts: 3, sleep: () => Promise.resolve() };

  it('is repeated where it is a read by GET', async () => {
    const upstream = await startUpstream();
    upstream.answer({ status: 503 }, { status: 503 }, json(200, { fine: true }));
    expect(valueOf(await call(exchangeOf(adapter(upstream.url), { retry }), operation()))).toEqual({ fine: true });
  });

  it.each([
    ['a write', write],
    ['a search by POST', operation({ method: 'POST' })],
    ['a GET that does something', operation({ category: 'execute' })],
  ])('is made once where it is %s', async (_what, called) => {
    const upstream = await startUpstream({ status: 503 });
    expect(await call(exchangeOf(adapter(upstream.url), { retry }), called)).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      effect: called.category === 'read' ? 'none' : 'unknown',
    });
    expect(upstream.requests).toHaveLength(1);
  });

  it('is told apart: refused, dropped, out of time, cancelled, garbled', async () => {
    const refused = await call(exchangeOf(adapter('http://127.0.0.1:1')), write);
    expect(refused).toMatchObject({ details: { reason: 'refused' }, effect: 'none' });

    const dropping = await startUpstream(cut('before_headers'));
    expect(await call(exchangeOf(adapter(dropping.url)), write)).toMatchObject({
      details: { reason: 'dropped' },
      effect: 'unknown',
      retryable: false,
    });

    const silent = await startUpstream({ after: never });
    expect(await call(exchangeOf(adapter(silent.url, { timeoutMs: 50 })), write)).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      effect: 'unknown',
      details: { timeout_ms: 50 },
    });

    const stop = new AbortController();
    const waiting = await startUpstream(() => {
      stop.abort();
      return { after: never };
    });
    expect(await call(exchangeOf(adapter(waiting.url)), write, {}, stop.signal)).toMatchObject({
      code: 'CALL_CANCELLED',
      effect: 'unknown',
    });

    const garbled = await startNoise('no http at all\r\n\r\n');
    expect(await call(exchangeOf(adapter(garbled)), write)).toMatchObject({ details: { reason: 'unreadable' } });

    const half = await startUpstream(cut('half_body'));
    expect(await call(exchangeOf(adapter(half.url)), write)).toMatchObject({
      details: { reason: 'dropped', http_status: 200 },
      effect: 'unknown',
    });
  });

  it('before its connection is secure has sent nothing', async () => {
    const upstream = await startUpstream();
    const exchange = exchangeOf(adapter(upstream.url.replace('http:', 'https:')));
    expect(await call(exchange, write)).toMatchObject({ details: { reason: 'unreachable' }, effect: 'none' });
  });

  it('has one time for all of its attempts', async () => {
    const silent = await startUpstream({ after: never });
    const exchange = exchangeOf(adapter(silent.url, { timeoutMs: 60 }), { retry });
    expect(await call(exchange, operation())).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(silent.requests).toHaveLength(1);
  });
});
