import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hosts } from '../apps/open-app.ts';
import { openHost } from './open-host.ts';
import type { PluginHost } from './open-host.ts';

const grant = ['devtools:Network', 'devtools:Fetch'];

const load = `const load = (address, options) => fetch(address, options).then(async (answer) => {
  out.textContent = answer.status + ' ' + (await answer.text());
}, (error) => { out.textContent = 'failed'; });`;

/** A page whose buttons make requests, with a frame of another site that makes one, too. */
const page = (other: string): string => `<!doctype html><output id="out"></output>
  <button onclick="load('/api/orders?token=t0ps3cr3t', { headers: { authorization: 'Bearer abcdefgh12345' } })">Orders</button>
  <button onclick="load('/api/users', { method: 'POST', body: JSON.stringify({ name: 'ann', password: 'hunter2' }) })">Users</button>
  <button onclick="load('${other}/api/other', { method: 'PUT', headers: { 'x-a': '1' } })">Other</button>
  <button onclick="load('/moved')">Moved</button>
  <button onclick="window.open('/second', '_blank', 'width=300,height=200')">Window</button>
  <iframe src="${other}/frame"></iframe><script>${load}</script>`;

const frame = `<!doctype html><output id="out"></output><button onclick="load('/api/frame')">Frame</button><script>${load}</script>`;

describe.each(hosts)('network in %s', (host) => {
  let web: Server;
  let address: string;
  let other: string;
  let stage: PluginHost;
  /** The addresses that reached the server. */
  let reached: string[] = [];

  beforeAll(async () => {
    web = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname.startsWith('/api')) reached.push(`${request.method} ${pathname}`);
      if (pathname === '/moved') return void response.writeHead(302, { location: '/api/new' }).end();
      const html = { '/': page(other), '/second': '<title>Second</title>', '/frame': frame }[pathname];
      response.setHeader('content-type', html === undefined ? 'application/json' : 'text/html');
      response.setHeader('set-cookie', 'sid=s3cr3t');
      response.end(html ?? `{"path":"${pathname}","secret":"s3cr3t"}`);
    }).listen(0);
    await once(web, 'listening');
    const { port } = web.address() as AddressInfo;
    address = `http://127.0.0.1:${port}`;
    other = `http://localhost:${port}`;
    stage = await openHost(host, [{ use: 'network', grant }]);
  });
  afterAll(async () => {
    await stage.close();
    web.closeAllConnections();
    web.close();
  });
  beforeEach(async () => {
    await stage.open(`${address}/`);
    reached = [];
  });

  type Stubs = { readonly stubs: readonly { readonly stub_id: string }[] };
  type Requests = { readonly requests: readonly Record<string, unknown>[]; readonly count: number };
  const captured = (args = {}): Promise<Requests> => stage.call('network_captured', args);

  it('captures requests that match, with bodies and headers, and masks secrets', async () => {
    expect(await stage.call('network_capture_start', { urls: ['*/api/*'] })).toMatchObject({ surface_id: 's1' });
    await stage.click('Orders');
    await stage.sees('#out', '200 {"path":"/api/orders","secret":"s3cr3t"}');
    await stage.click('Users');
    await stage.sees('#out', '200 {"path":"/api/users","secret":"s3cr3t"}');
    const all = { headers: true, bodies: true };
    await vi.waitFor(
      async () =>
        expect((await captured(all)).requests.at(-1)).toMatchObject({ response_body: expect.any(String) as string }),
      20_000,
    );
    const { requests } = await captured(all);
    expect(requests).toMatchObject([
      {
        number: 1,
        method: 'GET',
        type: 'Fetch',
        state: 'finished',
        status: 200,
        mime_type: 'application/json',
        request_headers: { authorization: '[redacted]' },
        response_headers: { 'content-type': 'application/json' },
      },
      { number: 2, method: 'POST', request_body: expect.stringContaining('"name":"ann"') as string },
    ]);
    const shown = JSON.stringify(requests);
    for (const secret of ['t0ps3cr3t', 'abcdefgh12345', 'hunter2', 's3cr3t']) expect(shown).not.toContain(secret);
    expect(await captured({ since: 1 })).toMatchObject({ count: 1, requests: [{ number: 2 }] });
    expect(await captured({ method: 'GET', urlContains: 'orders', status: 200 })).toMatchObject({ count: 1 });
    expect(await captured({ limit: 1 })).toMatchObject({ count: 2, truncated: 1, dropped: 0 });
    expect((await captured()).requests[0]).not.toHaveProperty('request_headers');
    expect(await stage.call('network_capture_stop')).toMatchObject({ stopped: true, count: 2 });
  });

  it('captures redirects, failures and requests of frames of other sites', async () => {
    await stage.call('network_capture_start', { urls: ['*'] });
    await stage.click('Moved');
    await stage.sees('#out', '200 {"path":"/api/new","secret":"s3cr3t"}');
    await stage.call('network_stub', { urls: ['*/api/users'], abort: true });
    await stage.click('Users');
    await stage.sees('#out', 'failed');
    await stage.click('Frame');
    await vi.waitFor(async () => {
      const { requests } = await captured();
      expect(requests.map(({ url, status, state }) => [new URL(String(url)).pathname, status ?? null, state])).toEqual([
        ['/moved', 302, 'finished'],
        ['/api/new', 200, 'finished'],
        ['/api/users', null, 'failed'],
        ['/api/frame', 200, 'finished'],
      ]);
    }, 20_000);
    expect((await captured({ urlContains: 'users' })).requests[0]?.['failure']).toContain('ERR_FAILED');
  });

  it('answers ALREADY_CAPTURING and NOT_CAPTURING, for each surface by itself', async () => {
    const none = { code: 'network.NOT_CAPTURING', http: 409, retryable: false };
    expect(await captured()).toMatchObject(none);
    expect(await stage.call('network_capture_stop')).toMatchObject(none);
    await stage.call('network_capture_start', { urls: ['*'] });
    const twice = { code: 'network.ALREADY_CAPTURING', http: 409, details: { surface_id: 's1' } };
    expect(await stage.call('network_capture_start', { urls: ['*'] })).toMatchObject(twice);
    await stage.click('Window');
    type Surfaces = { surfaces: readonly { surface_id: string }[] };
    const surfaces = async () => (await stage.call<Surfaces>('electron_surfaces_list')).surfaces;
    await vi.waitFor(async () => expect(await surfaces()).toHaveLength(2), 20_000);
    await stage.call('electron_switch_surface', { surfaceId: (await surfaces())[1]?.surface_id ?? '' });
    expect(await captured()).toMatchObject(none);
    await stage.call('electron_switch_surface', { surfaceId: 's1' });
    expect(await captured()).toMatchObject({ ok: true });
    await stage.open(`${address}/`);
    expect(await captured()).toMatchObject(none);
  });

  it('stubs responses, a number of times, also of other origins and in frames of other sites', async () => {
    const headers = { 'content-type': 'application/json' };
    const orders = { urls: ['*/api/orders*'], status: 503, headers, body: '{"down":true}', times: 1 };
    expect(await stage.call('network_stub', orders)).toMatchObject({ stub_id: 'stub-1', left: 1, stubs: 1 });
    await stage.click('Orders');
    await stage.sees('#out', '503 {"down":true}');
    await stage.click('Orders');
    await stage.sees('#out', '200 {"path":"/api/orders","secret":"s3cr3t"}');
    expect(reached).toEqual(['GET /api/orders']);
    await stage.call('network_stub', { urls: ['*/api/other', '*/api/frame'], body: 'mine', delayMs: 50 });
    await stage.click('Other');
    await stage.sees('#out', '200 mine');
    await stage.click('Frame');
    await vi.waitFor(async () => {
      expect(await stage.call('network_unstub', { stubId: 'none' })).toMatchObject({
        removed: 0,
        stubs: [{ answered: 2 }],
      });
    }, 20_000);
    expect(reached).toEqual(['GET /api/orders']);
  });

  it('stubs only the method that is given, and lets the oldest stub answer', async () => {
    await stage.call('network_stub', { urls: ['*/api/*'], method: 'POST', body: 'first' });
    await stage.call('network_stub', { urls: ['*/api/*'], method: 'POST', body: 'second' });
    await stage.click('Users');
    await stage.sees('#out', '200 first');
    await stage.click('Orders');
    await stage.sees('#out', '200 {"path":"/api/orders","secret":"s3cr3t"}');
    expect(await stage.call('network_unstub', { stubId: 'stub-1' })).toMatchObject({
      removed: 1,
      stubs: [{ stub_id: 'stub-2' }],
    });
    await stage.click('Users');
    await stage.sees('#out', '200 second');
  });

  it('lets held requests go to the server when its stub is removed, and none hangs', async () => {
    await stage.call('network_stub', { urls: ['*/api/*'], body: 'late', delayMs: 30_000 });
    await stage.click('Users');
    await vi.waitFor(async () => {
      expect(await stage.call('network_unstub', { stubId: 'none' })).toMatchObject({ stubs: [{ answered: 1 }] });
    }, 20_000);
    expect(await stage.call('network_unstub')).toMatchObject({ removed: 1, stubs: [] });
    await stage.sees('#out', '200 {"path":"/api/users","secret":"s3cr3t"}');
  });

  it('lets held requests go to the server when one of several stubs is removed', async () => {
    await stage.call('network_stub', { urls: ['*/api/*'], body: 'late', delayMs: 30_000 });
    await stage.call('network_stub', { urls: ['*/elsewhere/*'], body: 'other' });
    await stage.click('Users');
    await vi.waitFor(async () => {
      const { stubs } = await stage.call<Stubs>('network_unstub', { stubId: 'none' });
      expect(stubs[0]).toMatchObject({ answered: 1 });
    }, 20_000);
    const { stubs } = await stage.call<Stubs>('network_unstub', { stubId: 'none' });
    expect(await stage.call('network_unstub', { stubId: stubs[0]?.stub_id })).toMatchObject({ removed: 1 });
    await stage.sees('#out', '200 {"path":"/api/users","secret":"s3cr3t"}');
    expect(await stage.call('network_unstub')).toMatchObject({ removed: 1 });
  });

  it('answers every request that a stub delays, also the last of its times', async () => {
    await stage.call('network_stub', { urls: ['*/api/*'], body: 'late', delayMs: 1_000, times: 2 });
    await stage.click('Orders');
    await stage.click('Users');
    await stage.sees('#out', '200 late');
    await vi.waitFor(async () => {
      expect(await stage.call('network_unstub', { stubId: 'none' })).toMatchObject({ stubs: [] });
    }, 20_000);
    expect(reached).toEqual([]);
  });

  it('lets held requests go to the server when its process is killed', async () => {
    await stage.call('network_stub', { urls: ['*/api/*'], body: 'late', delayMs: 30_000 });
    await stage.click('Users');
    expect(reached).toEqual([]);
    for (const pid of pluginProcesses()) process.kill(pid, 'SIGKILL');
    await stage.sees('#out', '200 {"path":"/api/users","secret":"s3cr3t"}');
    expect(await stage.call('network_unstub')).toMatchObject({ removed: 0 });
  });

  it('refuses what cannot be stubbed and arguments that are not valid', async () => {
    for (const url of ['ws://localhost/*', 'data:*', 'file:///etc/*'])
      expect(await stage.call('network_stub', { urls: [url] })).toMatchObject({
        code: 'network.UNSUPPORTED',
        details: { url },
      });
    const bad = { code: 'BAD_ARGUMENT' };
    expect(await stage.call('network_stub', { urls: [] })).toMatchObject(bad);
    expect(await stage.call('network_stub', { urls: ['*'], status: 99 })).toMatchObject(bad);
    expect(await stage.call('network_stub', { urls: ['*'], body: 'x'.repeat(10_001) })).toMatchObject(bad);
    expect(await stage.call('network_capture_start', {})).toMatchObject(bad);
    expect(await stage.call('network_capture_start', { urls: ['x'.repeat(501)] })).toMatchObject(bad);
    await Promise.all(Array.from({ length: 50 }, () => stage.call('network_stub', { urls: ['*/none'] })));
    expect(await stage.call('network_stub', { urls: ['*/none'] })).toMatchObject({ code: 'network.UNSUPPORTED' });
    await stage.click('Users');
    await stage.sees('#out', '200 {"path":"/api/users","secret":"s3cr3t"}');
  });
});

/** The processes of the plugin that this process started. */
const pluginProcesses = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((name) => {
      try {
        const parent = /^PPid:\s+(\d+)$/mu.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return command.includes('plugins/network/dist') && isOurs(Number(parent));
      } catch {
        return false;
      }
    })
    .map(Number);

/** The parent may be the guard that ends the process with the server. */
const isOurs = (pid: number): boolean => {
  if (pid === process.pid) return true;
  if (pid <= 1) return false;
  return isOurs(Number(/^PPid:\s+(\d+)$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]));
};

describe('network without its grants', () => {
  it('does not load', async () => {
    await expect(openHost('Chromium', [{ use: 'network', grant: ['devtools:Network'] }])).rejects.toMatchObject({
      failure: { code: 'PLUGIN_CAPABILITY_DENIED', details: { capabilities: ['devtools:Fetch'] } },
    });
  });
});
