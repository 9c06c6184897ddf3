import { request } from 'node:http';
import { createEventBuffer, createMemorySink } from '@recourse/engine/events';
import { serveHttp } from '@recourse/server';
import { afterAll, describe, expect, it } from 'vitest';
import { nginxProgram, startNginx } from '../src/proxies/nginx.mjs';
import { createTickets } from '../src/servers/tickets.mjs';

/**
 * Headers that people configure in nginx, each alone.
 *
 * @type {readonly (readonly [name: string, value: string])[]}
 */
const headers = [
  ['X-Real-IP', '$remote_addr'],
  ['X-Forwarded-For', '$proxy_add_x_forwarded_for'],
  ['X-Forwarded-Proto', '$scheme'],
  ['X-Forwarded-Host', '$http_host'],
  ['X-Forwarded-Port', '$server_port'],
  ['X-Forwarded-Server', '$hostname'],
  ['X-Forwarded-Ssl', 'off'],
  ['Forwarded', '"for=$remote_addr;proto=$scheme"'],
  ['Via', '"1.1 nginx"'],
  ['X-Client-IP', '$remote_addr'],
  ['X-Cluster-Client-IP', '$remote_addr'],
  ['True-Client-IP', '$remote_addr'],
  ['CF-Connecting-IP', '$remote_addr'],
  ['X-Original-URI', '$request_uri'],
  ['X-Scheme', '$scheme'],
  ['X-NginX-Proxy', 'true'],
];

const sink = createMemorySink();
const events = createEventBuffer(sink);

/** @type {import('@recourse/engine').Identity} */
const withKeys = {
  identify: ({ key, local }) => {
    if (key !== undefined) return key === 'good' ? { id: 'ann', trust: 'validated' } : undefined;
    return local ? { id: 'local', trust: 'validated' } : undefined;
  },
  hasKeys: () => Promise.resolve(true),
};

const servings = {
  withoutKeys: await serveHttp(createTickets('recourse'), { port: 0 }),
  withKeys: await serveHttp(createTickets('recourse', { identity: withKeys }), { port: 0 }),
  trusting: await serveHttp(createTickets('recourse', { identity: withKeys, record: { events } }), {
    port: 0,
    anonymous: 'loopback',
    trustedProxies: ['127.0.0.1'],
  }),
};

const forwardedFor = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;';

/** The bare directive, with whatever else the location says. */
const pass = (/** @type {keyof typeof servings} */ name, directives = '') =>
  `proxy_pass http://127.0.0.1:${servings[name].port}/; ${directives}`;

const locations = {
  ...Object.fromEntries(
    headers.map(([name, value], index) => [
      `/header-${index}/`,
      pass('withoutKeys', `proxy_set_header ${name} ${value};`),
    ]),
  ),
  '/bare/': pass('withoutKeys'),
  '/bare-keepalive/': pass('withoutKeys', 'proxy_http_version 1.1; proxy_set_header Connection "";'),
  '/own-host/': pass('withoutKeys', 'proxy_set_header Host $http_host;'),
  '/keys/': pass('withKeys'),
  '/trusting/': pass('trusting'),
  '/trusting-forwarded/': pass('trusting', forwardedFor),
};

const nginx = nginxProgram === undefined && !process.env['CI'] ? undefined : await startNginx(locations);

afterAll(async () => {
  await nginx?.close();
  await Promise.all(Object.values(servings).map((serving) => serving.close()));
});

let lastTicket = 0;

/**
 * Writes a note through nginx, or past it.
 *
 * @param {string} location
 * @param {{ headers?: Record<string, string>, from?: string, path?: string, body?: object, port?: number }} [options]
 * @returns {Promise<{ status: number | undefined, text: string }>}
 */
const write = (location, options = {}) => {
  const { from = '127.0.0.1', path = 'recourse/tools/note_ticket', port = nginx?.port } = options;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: from,
        method: 'POST',
        path: `${location}${path}`,
        headers: { 'content-type': 'application/json', ...options.headers },
      },
      (response) => {
        let text = '';
        response.on('data', (/** @type {Buffer} */ chunk) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(options.body ?? { id: (lastTicket += 1) }));
  });
};

const overMcp = {
  path: 'mcp',
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'note_ticket', arguments: { id: 7 } } },
};

describe.skipIf(!nginx)('a caller without a key behind nginx', () => {
  it.each(headers.map(([name], index) => [name, `/header-${index}/`]))(
    'is not local if nginx adds only %s',
    async (_, location) => {
      expect(await write(location)).toMatchObject({ status: 401 });
      expect(await write(location, overMcp)).toMatchObject({ status: 401 });
      expect(await write(location, { headers: { host: 'localhost' } })).toMatchObject({ status: 401 });
    },
  );

  it.each(['/bare/', '/bare-keepalive/'])(
    'cannot be told from a local caller at %s, which adds nothing, while there is no key',
    async (location) => {
      expect(servings.withoutKeys.anonymous).toBe('loopback');
      expect(await write(location)).toMatchObject({ status: 200 });
      expect(await write(location, { headers: { via: '1.1 other' } })).toMatchObject({ status: 401 });
    },
  );

  it('is refused behind a bare proxy_pass once there is a key', async () => {
    expect(servings.withKeys.anonymous).toBe('none');
    expect(await write('/keys/')).toMatchObject({ status: 401 });
    expect(await write('/keys/', overMcp)).toMatchObject({ status: 401 });
    expect(await write('/keys/', { headers: { authorization: 'Bearer good' } })).toMatchObject({ status: 200 });
  });

  it('is refused under a name of its own choice', async () => {
    expect(await write('/own-host/', { headers: { host: 'tickets.example' } })).toMatchObject({ status: 403 });
  });
});

describe.skipIf(!nginx)('a trusted nginx', () => {
  it('has no local callers, whether it adds headers or not', async () => {
    expect(await write('/trusting/')).toMatchObject({ status: 401 });
    expect(await write('/trusting-forwarded/')).toMatchObject({ status: 401 });
    expect(await write('/trusting-forwarded/', { headers: { 'x-forwarded-for': '127.0.0.1' } })).toMatchObject({
      status: 401,
    });
  });

  it('is believed about its client, and not what the client claims', async () => {
    const authorization = 'Bearer good';
    const claimed = { 'x-forwarded-for': '203.0.113.9', authorization };
    expect(await write('/trusting-forwarded/', { from: '127.0.0.2', headers: claimed })).toMatchObject({ status: 200 });
    const forged = { forwarded: 'for=203.0.113.9', authorization };
    expect(await write('/trusting-forwarded/', { from: '127.0.0.2', headers: forged })).toMatchObject({ status: 200 });
    await events.close();
    const addresses = sink
      .take()
      .filter(({ type }) => type === 'TOOL_CALL_FINISHED')
      .map(({ data }) => data['client_address']);
    expect(addresses).toEqual(['127.0.0.2', '127.0.0.1']);
  });

  it('is the only one that is believed: a caller past it is local as before', async () => {
    const past = { port: servings.trusting.port, from: '127.0.0.2' };
    expect(await write('/', past)).toMatchObject({ status: 200 });
    expect(await write('/', { ...past, headers: { 'x-forwarded-for': '127.0.0.1' } })).toMatchObject({ status: 401 });
  });
});
