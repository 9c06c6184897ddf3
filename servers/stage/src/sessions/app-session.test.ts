import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { AppExit, RunningApp } from '../apps/running-app.ts';
import { AppSession } from './app-session.ts';
import { createPortRoute } from './port-route.ts';

const page = { targetId: 't', type: 'page', url: 'http://example.com/', title: 'Page' };

const answers: Readonly<Record<string, object>> = {
  'Runtime.evaluate': { result: { value: 'complete' } },
  'Target.getTargets': { targetInfos: [page] },
};

/** An app with one page, which closes its connection when it is told to. */
const startFakeApp = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { id, method, sessionId } = JSON.parse(String(data)) as { id: number; method: string; sessionId?: string };
      socket.send(JSON.stringify({ id, result: answers[method] ?? {}, ...(sessionId && { sessionId }) }));
      if (method === 'Target.setAutoAttach' && sessionId === undefined)
        socket.send(
          JSON.stringify({ method: 'Target.attachedToTarget', params: { sessionId: 'p', targetInfo: page } }),
        );
      if (method === 'Browser.close') socket.close();
    });
  });
  let exit: (end: AppExit) => void = () => undefined;
  const exited = new Promise<AppExit>((resolve) => (exit = resolve));
  const app: RunningApp = {
    pid: 1,
    devtools: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/devtools/browser/x`,
    main: undefined,
    canRestart: false,
    reach: () => Promise.reject(new Error('It is not reached again')),
    endError: () => Promise.reject(new Error('It has started')),
    exited,
    outputTail: () => 'bye',
    kill: async () => void (await exited),
  };
  return { app, exit, server };
};

afterEach(() => vi.useRealTimers());

describe('a session that is stopped', () => {
  it('keeps the exit code of an app that exits long after its connection has closed', async () => {
    const { app, exit, server } = await startFakeApp();
    const route = createPortRoute(app.devtools, app);
    const options = { id: 'session-1', transport: 'page', route, app, readyMs: 5000 } as const;
    const session = await AppSession.open(options, new AbortController().signal);
    expect(session.surfaces()).toMatchObject([{ id: 's1', title: 'Page' }]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [socket] = server.clients;
    const closed = socket && once(socket, 'close');
    const stopping = session.stop({ timeoutMs: 60_000 });
    await closed;
    await vi.advanceTimersByTimeAsync(5000);
    exit({ exitCode: 0, signal: undefined, at: '2026-01-01T00:00:00Z' });
    expect(await stopping).toEqual({ escalated: false });
    expect(await session.ended).toMatchObject({ reason: 'stopped', exitCode: 0, outputTail: 'bye' });
    server.close();
  });
});
