import type { ServerOptions } from '@recourse/engine';
import { createMemorySink, createEventBuffer } from '@recourse/engine/events';
import { afterEach, describe, expect, it } from 'vitest';
import { modernHeaders, openHttp, sessionHeaders } from '../testing/open-http.ts';
import { initialize, modernMeta, openStdio, toolCall } from '../testing/open-stdio.ts';
import { say, statusesIn } from '../testing/say.ts';
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

const identity = (hasKeys: boolean): Partial<ServerOptions> => ({
  identity: {
    identify: ({ key, local }) => {
      if (key !== undefined) return key === 'good' ? { id: 'ann', trust: 'certified' } : undefined;
      return local ? { id: 'local', trust: 'validated' } : undefined;
    },
    hasKeys: () => Promise.resolve(hasKeys),
  },
});

const note = { path: '/tickets/tools/note_ticket', body: { id: 7, text: 'hello' } };

/** Headers that intermediaries add, one at a time. A caller that sends any of them is not local. */
const signs: readonly (readonly [string, string])[] = [
  ['forwarded', 'for=203.0.113.7'],
  ['via', '1.1 proxy'],
  ['x-forwarded-for', '203.0.113.7'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'tickets.example'],
  ['x-forwarded-port', '443'],
  ['x-forwarded-server', 'edge-1'],
  ['x-forwarded-prefix', '/tickets'],
  ['x-forwarded', '203.0.113.7'],
  ['forwarded-for', '203.0.113.7'],
  ['x-original-forwarded-for', '203.0.113.7'],
  ['x-original-url', '/mcp'],
  ['x-original-to', '203.0.113.1'],
  ['x-real-ip', '203.0.113.7'],
  ['x-client-ip', '203.0.113.7'],
  ['client-ip', '203.0.113.7'],
  ['x-cluster-client-ip', '203.0.113.7'],
  ['true-client-ip', '203.0.113.7'],
  ['x-remote-addr', '203.0.113.7'],
  ['x-originating-ip', '203.0.113.7'],
  ['proxy-connection', 'keep-alive'],
  ['wl-proxy-client-ip', '203.0.113.7'],
  ['x-nginx-proxy', 'true'],
  ['x-scheme', 'https'],
  ['x-envoy-external-address', '203.0.113.7'],
  ['x-envoy-expected-rq-timeout-ms', '15000'],
  ['cf-connecting-ip', '203.0.113.7'],
  ['cf-ray', '230b030023ae2822-SJC'],
  ['cdn-loop', 'cloudflare'],
  ['fastly-client-ip', '203.0.113.7'],
  ['x-varnish', '32770'],
  ['akamai-origin-hop', '2'],
  ['cloudfront-viewer-address', '203.0.113.7:443'],
  ['x-amzn-trace-id', 'Root=1-67891233-abcdef012345678912345678'],
  ['x-azure-clientip', '203.0.113.7'],
  ['x-arr-log-id', '76ff5b6e-3a5d-4a3c-9b0c-0d0d5a2b7a10'],
  ['x-appgw-trace-id', '1'],
  ['x-cloud-trace-context', '105445aa7843bc8bf206b12000100000/1'],
  ['x-goog-iap-jwt-assertion', 'e30'],
  ['fly-client-ip', '203.0.113.7'],
  ['tailscale-user-login', 'ann@example.com'],
  ['ssl-client-verify', 'NONE'],
  ['x-ssl-client-cert', 'MIIB'],
  ['client-cert', ':MIIB:'],
  ['x-auth-request-user', 'ann'],
  ['remote-user', 'ann'],
  ['early-data', '1'],
  ['max-forwards', '10'],
  ['surrogate-capability', 'edge="ESI/1.0"'],
];

describe('a caller without a key', () => {
  it('on this machine may write', async () => {
    const { ask, done } = await open();
    expect((await ask(note)).status).toBe(200);
    expect(done).toEqual(['note 7 hello']);
  });

  it.each(signs)('is not on this machine with %s: %s', async (name, value) => {
    const { ask, done } = await open();
    const answer = await ask({ ...note, headers: { [name]: value } });
    expect(answer).toMatchObject({ status: 401, json: { code: 'PERMISSION_DENIED' } });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(done).toEqual([]);
  });

  it.each([
    ['in capitals', 'X-FORWARDED-PROTO', 'https'],
    ['in mixed case', 'x-ReAl-iP', '203.0.113.7'],
    ['with underscores', 'x_forwarded_for', '203.0.113.7'],
    ['with an empty value', 'x-real-ip', ''],
    ['with spaces for a value', 'via', '   '],
  ])('is not on this machine with a sign of a proxy %s', async (_, name, value) => {
    const { ask } = await open();
    expect((await ask({ ...note, headers: { [name]: value } })).status).toBe(401);
  });

  it.each([
    ['user-agent', 'curl/8.0'],
    ['accept-language', 'en'],
    ['x-request-id', '7'],
    ['x-requested-with', 'XMLHttpRequest'],
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['x-client-info', 'tickets/1'],
    ['x-zip', '1'],
    ['sec-fetch-mode', 'cors'],
    ['priority', 'u=1'],
    ['viatical', '1'],
  ])('is still on this machine with %s, which clients send themselves', async (name, value) => {
    const { ask } = await open();
    expect((await ask({ ...note, headers: { [name]: value } })).status).toBe(200);
  });

  it('is refused at every endpoint of a server if a proxy sent it', async () => {
    const { ask, done } = await open();
    const headers = { 'x-forwarded-proto': 'https' };
    const statuses = [
      await ask({ headers, body: toolCall(1, 'note_ticket', { id: 7, text: 'a' }) }),
      await ask({
        headers: { ...modernHeaders('tools/call', 'note_ticket'), ...headers },
        body: toolCall(1, 'note_ticket', { id: 7, text: 'a' }, modernMeta()),
      }),
      await ask({ path: '/tickets/mcp', headers: { ...sessionHeaders, ...headers }, body: initialize() }),
      await ask({ method: 'GET', headers: { ...sessionHeaders, ...headers } }),
      await ask({ method: 'GET', path: '/tickets/tools', headers }),
      await ask({ method: 'GET', path: '/tickets/tools/note_ticket', headers }),
      await ask({ ...note, headers }),
    ].map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 401));
    expect(done).toEqual([]);
  });

  it('still learns through a proxy whether the server lives', async () => {
    const { ask } = await open();
    const headers = { via: '1.1 proxy' };
    expect((await ask({ method: 'GET', path: '/healthz', headers })).status).toBe(200);
    expect((await ask({ method: 'GET', path: '/readyz', headers })).status).toBe(200);
  });

  it('cannot use the session of a local client through a proxy', async () => {
    const { ask, done } = await open();
    const { headers } = await ask({ headers: sessionHeaders, body: initialize() });
    const session = { ...sessionHeaders, 'mcp-session-id': String(headers['mcp-session-id']) };
    const body = toolCall(2, 'note_ticket', { id: 7, text: 'a' });
    expect((await ask({ headers: { ...session, 'x-real-ip': '203.0.113.7' }, body })).status).toBe(401);
    expect(done).toEqual([]);
    expect((await ask({ headers: session, body })).status).toBe(200);
  });
});

describe('the Host header of a local caller', () => {
  const request = (...lines: readonly string[]): string =>
    [
      'POST /tickets/tools/note_ticket HTTP/1.1',
      ...lines,
      'content-type: application/json',
      'content-length: 22',
      'connection: close',
      '',
      '{"id":7,"text":"hey"}\n',
    ].join('\r\n');

  it.each([
    ['localhost', 200],
    ['localhost:9999', 200],
    ['LOCALHOST', 200],
    ['127.0.0.1:80', 200],
    ['[::1]', 200],
    ['[::1]:8788', 200],
    ['localhost.', 403],
    ['localhost.example', 403],
    ['127.0.0.1.example', 403],
    ['::1', 403],
    ['[::ffff:127.0.0.1]', 403],
    ['localhost, localhost', 403],
    ['user@localhost', 403],
    ['', 403],
  ])('%j is answered with %i', async (host, status) => {
    const { port, done } = await open();
    expect(statusesIn(await say(port, request(`host: ${host}`)))).toEqual([status]);
    expect(done).toHaveLength(status === 200 ? 1 : 0);
  });

  it('is refused if it is there twice, or missing', async () => {
    const { port, done } = await open();
    expect(statusesIn(await say(port, request('host: localhost', 'Host: localhost')))).toEqual([403]);
    expect(statusesIn(await say(port, request('x-other: 1')))).toEqual([400]);
    expect(done).toEqual([]);
  });

  it('does not make a request for another host local, in whatever form the target is written', async () => {
    const { port, done } = await open();
    const target = request('host: localhost').replace('/tickets', 'http://tickets.example/tickets');
    const [status] = statusesIn(await say(port, target));
    expect(status).toBe(404);
    expect(done).toEqual([]);
  });

  it('of a name that the operator allowed is not local', async () => {
    const { ask } = await open({ hosts: ['tickets.example'] });
    expect((await ask({ ...note, headers: { host: 'tickets.example' } })).status).toBe(401);
  });
});

describe('a socket', () => {
  it('with an IPv4 address mapped into IPv6 is a loopback socket', async () => {
    const { ask } = await open({ host: '::', anonymous: 'loopback' }, identity(true));
    expect((await ask({ ...note, headers: { host: 'localhost' } })).status).toBe(200);
    expect((await ask({ ...note, headers: { host: 'localhost', via: '1.1 a' } })).status).toBe(401);
  });

  it('is only opened to a host name if others cannot reach it', async () => {
    await expect(openHttp(createTickets().server, { host: '127.example.org' })).rejects.toThrow('recourse keys create');
  });

  it('that begins with the PROXY protocol is refused', async () => {
    const { port, done } = await open();
    const heard = await say(
      port,
      'PROXY TCP4 203.0.113.7 127.0.0.1 5 80\r\nPOST /mcp HTTP/1.1\r\nhost: localhost\r\n\r\n',
    );
    expect(statusesIn(heard)).toEqual([400]);
    expect(done).toEqual([]);
  });
});

describe('http.anonymous', () => {
  it('admits local callers without a key while there is no key', async () => {
    const { ask, anonymous } = await open({}, identity(false));
    expect(anonymous).toBe('loopback');
    expect((await ask(note)).status).toBe(200);
  });

  it('refuses callers without a key once there is one, and still takes the key', async () => {
    const { ask, anonymous, done } = await open({}, identity(true));
    expect(anonymous).toBe('none');
    expect((await ask(note)).status).toBe(401);
    expect((await ask({ body: toolCall(1, 'find_ticket', { id: 7 }) })).status).toBe(401);
    expect(done).toEqual([]);
    expect((await ask({ ...note, headers: { authorization: 'Bearer good' } })).status).toBe(200);
  });

  it('is decided when the server starts', async () => {
    let keys = false;
    const { identity: given } = identity(false);
    const { ask } = await open(
      {},
      { identity: { identify: (caller) => given?.identify(caller), hasKeys: () => Promise.resolve(keys) } },
    );
    keys = true;
    expect((await ask(note)).status).toBe(200);
  });

  it('can admit local callers although keys exist, and refuse them although none exists', async () => {
    const beside = await open({ anonymous: 'loopback' }, identity(true));
    expect((await beside.ask(note)).status).toBe(200);
    expect((await beside.ask({ ...note, headers: { 'x-real-ip': '127.0.0.1' } })).status).toBe(401);
    const without = await open({ anonymous: 'none' }, identity(false));
    expect((await without.ask(note)).status).toBe(401);
  });

  it('is decided for each server by its own keys', async () => {
    const [locked, free] = [createTickets({ ...identity(true), name: 'locked' }), createTickets({ name: 'free' })];
    const http = await openHttp([locked.server, free.server]);
    opened.push(http);
    expect(http.anonymous).toBe('loopback');
    expect((await http.ask({ ...note, path: '/locked/tools/note_ticket' })).status).toBe(401);
    expect((await http.ask({ ...note, path: '/free/tools/note_ticket' })).status).toBe(200);
  });

  it('does not concern stdio', async () => {
    const { server, done } = createTickets(identity(true));
    const { send, received, close } = await openStdio(server);
    send(toolCall(1, 'note_ticket', { id: 7, text: 'a' }));
    expect(await received(1)).toMatchObject([{ id: 1, result: { structuredContent: { ok: true } } }]);
    expect(done).toEqual(['note 7 a']);
    await close();
  });
});

describe('http.trusted_proxies', () => {
  it('makes every caller of a trusted proxy remote, also if the proxy adds no header', async () => {
    const { ask, done } = await open({ trustedProxies: ['127.0.0.1'] });
    expect((await ask(note)).status).toBe(401);
    expect((await ask({ ...note, headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(401);
    expect(done).toEqual([]);
  });

  it('leaves callers at other addresses alone', async () => {
    const { ask } = await open({ trustedProxies: ['10.0.0.0/8', '::1'] });
    expect((await ask(note)).status).toBe(200);
  });

  it.each([
    '',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    '::1/129',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
    '*',
  ])('refuses %j, which is not an address or range', async (address) => {
    await expect(openHttp(createTickets().server, { trustedProxies: [address] })).rejects.toThrow(
      'not an IP address or a CIDR range',
    );
  });

  /** The address on record for a keyed call with these headers. */
  const recorded = async (trustedProxies: readonly string[], headers: Record<string, string>) => {
    const sink = createMemorySink();
    const events = createEventBuffer(sink);
    const { ask } = await open({ trustedProxies }, { ...identity(true), record: { events } });
    expect((await ask({ ...note, headers: { authorization: 'Bearer good', ...headers } })).status).toBe(200);
    await events.close();
    return sink.take().at(-1)?.data['client_address'];
  };

  it.each([
    ['no header', {}, '127.0.0.1'],
    ['one hop', { 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
    [
      'the rightmost hop that no trusted proxy is',
      { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.1.2.3' },
      '203.0.113.7',
    ],
    ['only trusted hops', { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' }, '10.0.0.1'],
    ['a port', { 'x-forwarded-for': '203.0.113.7:5555' }, '203.0.113.7'],
    ['an IPv6 hop', { 'x-forwarded-for': '2001:db8::7' }, '2001:db8::7'],
    ['an IPv6 hop with a port', { 'x-forwarded-for': '[2001:db8::7]:5555' }, '2001:db8::7'],
    ['a mapped hop', { 'x-forwarded-for': '::ffff:203.0.113.7' }, '203.0.113.7'],
    ['a hop that is no address', { 'x-forwarded-for': '203.0.113.7, unknown' }, '127.0.0.1'],
    ['Forwarded', { forwarded: 'for=192.0.2.9;proto=https, For="[2001:db8::7]:4711"' }, '2001:db8::7'],
    ['Forwarded with a quoted comma', { forwarded: 'for=203.0.113.7;by="a, for=1.1.1.1"' }, '203.0.113.7'],
    ['Forwarded with an escaped quote', { forwarded: 'by="a\\", for=1.1.1.1";for=203.0.113.7' }, '203.0.113.7'],
    ['Forwarded with an open quote', { forwarded: 'for=203.0.113.7, for="1.1.1.1' }, '127.0.0.1'],
    ['Forwarded without an address', { forwarded: 'for=_hidden' }, '127.0.0.1'],
    ['both, agreeing', { forwarded: 'for=203.0.113.7', 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
    ['both, disagreeing', { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
  ])('records the client behind a trusted proxy: %s', async (_, headers, address) => {
    expect(await recorded(['127.0.0.1', '10.0.0.0/8'], headers)).toBe(address);
  });

  it('ignores the headers of other senders', async () => {
    expect(await recorded(['10.0.0.0/8'], { 'x-forwarded-for': '203.0.113.7' })).toBe('127.0.0.1');
  });
});
