import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findDebugger } from '../src/apps/discover.ts';
import { listeningPorts } from '../src/apps/listening-ports.ts';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { LinkedStage } from '../src/testing/linked-stage.ts';
import { isRunning } from '../src/testing/processes.ts';

const apps = path.join(import.meta.dirname, 'apps');
const main = path.join(apps, 'hello');

let place: ElectronPlace;
/** Owns the app. */
let owner: LinkedStage;
let pid: number;
/** Attaches to it. */
let stage: LinkedStage;
const servers: { close(): void }[] = [];

beforeAll(async () => {
  place = await openElectronPlace();
  owner = await linkStage(place.environment, apps);
  ({ pid } = await owner.call<{ pid: number }>('electron_launch', { main }));
  stage = await linkStage(place.environment, apps);
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await stage.call('electron_detach');
});
afterAll(async () => {
  await stage.close();
  await owner.close();
  await place.close();
});

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
};

/** A proxy between a session and an app, which can cut the connection. */
const openProxy = async (target: number) => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    const onward = connect(target, '127.0.0.1');
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        socket.destroy();
        onward.destroy();
      });
    }
    socket.pipe(onward).pipe(socket);
  });
  const port = await listen(server);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    close: () => {
      server.close();
      cut();
    },
  };
};

/** The port of the debugger, not that of the main process's. */
const debuggingPort = async (): Promise<number> => {
  const ports = await listeningPorts(pid);
  const { targets } = await stage.call<{ targets: readonly { port: number }[] }>('electron_discover_running', {
    ports: [...ports],
    timeoutMs: 5000,
  });
  return targets[0]?.port ?? 0;
};

describe.skipIf(lacksElectron)('an app that runs already', () => {
  it('is attached to by the id of its process, and continues after that', async () => {
    const attached = await stage.call('electron_attach', { pid });
    expect(attached).toMatchObject({ ok: true, transport: 'attached', windows: [{ title: 'Hello' }] });
    expect(attached._meta.session_id).toBe(attached['session_id']);
    expect(await stage.call('electron_snapshot')).toMatchObject({ title: 'Hello' });
    expect(await stage.call('electron_detach')).toMatchObject({ detached: true });
    expect(isRunning(pid)).toBe(true);
  });

  it('is attached to by an address or a name of this machine', async () => {
    const port = await debuggingPort();
    const { devtools = '' } = (await findDebugger({ host: '127.0.0.1', port }, 5000)) ?? {};
    const local = devtools.replace('//127.0.0.1:', '//localhost:');
    for (const place of [{ cdpUrl: devtools }, { cdpUrl: local }, { port, host: 'localhost' }]) {
      expect(await stage.call('electron_attach', place)).toMatchObject({ ok: true, windows: [{ title: 'Hello' }] });
      await stage.call('electron_detach');
    }
    // The app listens on the other address of this machine only.
    const other = await stage.call('electron_attach', { port, host: '::1' });
    expect(other).toMatchObject({ code: 'CDP_DISCONNECTED', retryable: false });
  });

  it('is reached again after its connection was lost, and references stay valid', async () => {
    const proxy = await openProxy(await debuggingPort());
    await stage.call('electron_attach', { port: proxy.port });
    const { matches } = await stage.call<{ matches: readonly { ref: number }[] }>('electron_find', { role: 'button' });
    const logs = { contains: 'page is ready' };
    expect(await stage.call('electron_console_logs', logs)).toMatchObject({ count: 1 });
    proxy.cut();
    expect(await stage.call('electron_get_text', { ref: matches[0]?.ref ?? 0 })).toMatchObject({ text: 'Greet' });
    expect(await stage.call('electron_surfaces_list')).toMatchObject({ surfaces: [{ surface_id: 's1' }] });
    expect(await stage.call('electron_console_logs', logs)).toMatchObject({ count: 1 });
  });

  it('is NOT_RUNNING if it cannot be reached any more', async () => {
    const proxy = await openProxy(await debuggingPort());
    const { session_id: sessionId } = await stage.call<{ session_id: string }>('electron_attach', { port: proxy.port });
    proxy.close();
    expect(await stage.call('electron_snapshot', { sessionId })).toMatchObject({
      code: 'NOT_RUNNING',
      details: { session_id: sessionId },
    });
  });

  it('is not killed by a session that did not start it', async () => {
    await stage.call('electron_attach', { pid });
    process.kill(pid, 'SIGSTOP');
    const stopped = await stage.call('electron_stop', { timeoutMs: 300 });
    process.kill(pid, 'SIGCONT');
    expect(stopped).toMatchObject({ code: 'CDP_TIMEOUT', details: { method: 'Browser.close' } });
    expect(isRunning(pid)).toBe(true);
  });
});

describe.skipIf(lacksElectron)('electron_attach', () => {
  it('fails with CDP_TIMEOUT for a port that accepts and never answers', async () => {
    const port = await listen(createTcpServer((socket) => void socket.on('error', () => undefined)));
    expect(await stage.call('electron_attach', { port, timeoutMs: 300 })).toMatchObject({
      code: 'CDP_TIMEOUT',
      details: { timeout_ms: 300 },
    });
  });

  it('fails with CDP_TIMEOUT for a debugger that never finishes the handshake', async () => {
    const server = createServer((_, response) => {
      response.end(JSON.stringify({ Browser: 'Slow/1', webSocketDebuggerUrl: 'ws://example.com/devtools' }));
    });
    server.on('upgrade', () => undefined);
    const port = await listen(server);
    const answer = await stage.call('electron_attach', { port, timeoutMs: 300 });
    server.closeAllConnections();
    expect(answer).toMatchObject({ code: 'CDP_TIMEOUT', details: { method: 'handshake' } });
  });

  it('connects to this machine, wherever a debugger says that it is', async () => {
    let asked = '';
    const server = createServer((request, response) => {
      const { port } = request.socket.address() as AddressInfo;
      response.end(
        JSON.stringify({ Browser: 'B/1', webSocketDebuggerUrl: `ws://192.0.2.1:${port}/devtools/browser/x` }),
      );
    });
    server.on('upgrade', (request, socket) => {
      asked = request.url ?? '';
      socket.destroy();
    });
    const port = await listen(server);
    expect(await stage.call('electron_attach', { port })).toMatchObject({ code: 'CDP_DISCONNECTED' });
    expect(asked).toBe('/devtools/browser/x');
    const remote = await stage.call('electron_attach', { port, host: '192.0.2.1' });
    expect(remote).toMatchObject({ ok: false, code: 'BAD_ARGUMENT' });
  });

  it.each([
    ['neither port nor pid', {}, 'BAD_ARGUMENT'],
    ['both port and pid', { port: 1, pid: 1 }, 'BAD_ARGUMENT'],
    ['both port and address', { port: 1, cdpUrl: 'ws://127.0.0.1:1/devtools' }, 'BAD_ARGUMENT'],
    ['the address of another machine', { cdpUrl: 'ws://192.0.2.1:1/devtools' }, 'BAD_ARGUMENT'],
    [
      'an address that only begins like one of this machine',
      { cdpUrl: 'ws://127.0.0.1.example.com:1/' },
      'BAD_ARGUMENT',
    ],
    ['an address with a name before this machine', { cdpUrl: 'ws://example.com@127.0.0.1:1/' }, 'BAD_ARGUMENT'],
    ['a process without a debugger', { pid: process.pid }, 'CDP_DISCONNECTED'],
    ['a process that does not exist', { pid: 4_194_304 }, 'CDP_DISCONNECTED'],
  ])('refuses %s', async (_, args, code) => {
    expect(await stage.call('electron_attach', args)).toMatchObject({ code, retryable: false });
  });
});
