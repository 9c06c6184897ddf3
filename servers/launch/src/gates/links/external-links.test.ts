import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCheckedRun } from '../../testing/checked-run.ts';
import { defineGate } from '../define-gate.ts';
import { checkAddress } from './check-address.ts';
import type { AddressEnd } from './check-address.ts';
import { externalLinksGate } from './external-links-gate.ts';

const { signal } = new AbortController();
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

const serve = async (listener: RequestListener): Promise<URL> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
};
const own = { signal, allowsPrivate: true };

describe('checkAddress', () => {
  it('asks with HEAD, and with GET where HEAD is refused', async () => {
    const methods: string[] = [];
    const url = await serve((request, response) => {
      methods.push(request.method ?? '');
      response.writeHead(request.method === 'HEAD' ? 405 : 200).end('body');
    });
    expect(await checkAddress(url, own)).toEqual({ status: 200 });
    expect(methods).toEqual(['HEAD', 'GET']);
  });

  it('follows a limited number of redirects', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/') response.writeHead(301, { location: '/new' }).end();
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else response.writeHead(204).end();
    });
    expect(await checkAddress(url, own)).toEqual({ status: 204 });
    expect(await checkAddress(new URL('/loop', url), own)).toEqual({ failed: 'too many redirects' });
  });

  it('refuses loopback and private addresses, also behind a redirect', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    });
    const refused = [
      url.href,
      `http://localhost:${url.port}/`,
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/',
    ];
    for (const address of refused)
      expect(await checkAddress(new URL(address), { signal })).toEqual({ failed: 'not public' });
    expect(requests).toBe(0);
    expect(await checkAddress(url, own)).toEqual({ failed: 'not public' });
  });

  it('reports a host that responded too late or not at all', async () => {
    const silent = await serve(() => undefined);
    expect(await checkAddress(silent, { ...own, timeoutMs: 50 })).toEqual({ failed: 'timeout' });
    const gone = await serve(() => undefined);
    await new Promise((closed) => servers.pop()?.close(closed));
    expect(await checkAddress(gone, own)).toEqual({ failed: 'unreachable' });
  });
});

describe('the gate external_links', () => {
  const file = 'content/docs/page.md';
  const page = (body: string): string => `---\ntitle: Widgets\n---\n\n${body}\n`;
  const look = async (ends: Readonly<Record<string, AddressEnd>>, profile: 'local' | 'ci', reachesOut = true) => {
    const asked: string[] = [];
    const run = await createCheckedRun({
      site: { [file]: page('[known](https://known.test/)') },
      writes: {
        [file]: page(
          '[known](https://known.test/) [a](https://a.test/x#y)\n[again](https://a.test/x) [i](https://ignored.test/) [s](https://docs.test/own/) <https://b.test/>',
        ),
      },
      config: { validation_profile: profile, external_links: { ignore: ['ignored.test'] } },
      environment: { reachesOut },
    });
    const gate = externalLinksGate((url) => {
      asked.push(url.href);
      return Promise.resolve(ends[url.href] ?? { status: 200 });
    });
    const found = await defineGate(gate, run.environment).run(run.context);
    return { asked, found: 'issues' in found ? found : { issues: found } };
  };

  it('requests each new URL once, except ignored URLs and the site itself', async () => {
    const { asked, found } = await look(
      { 'https://a.test/x': { status: 404 }, 'https://b.test/': { failed: 'timeout' } },
      'ci',
    );
    expect(asked).toEqual(['https://a.test/x', 'https://b.test/']);
    expect(found.issues.map(({ code, severity, line, context }) => [code, severity, line, context])).toEqual([
      ['GATE_LINK_EXTERNAL_UNREACHABLE', 'warn', 5, 'https://a.test/x'],
      ['GATE_LINK_EXTERNAL_TIMEOUT', 'warn', 6, 'https://b.test/'],
    ]);
  });

  it('is skipped in the local profile and on a server without outgoing connections', async () => {
    for (const { asked, found } of [await look({}, 'local'), await look({}, 'ci', false)]) {
      expect(asked).toEqual([]);
      expect(found).toMatchObject({ issues: [], skipped: expect.any(String) });
    }
  });
});
