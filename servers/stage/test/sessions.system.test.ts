import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@recourse/contract';
import { selectEnvironment } from '@recourse/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../src/apps/start-app.ts';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { createStageServer } from '../src/server.ts';
import type { StageServer } from '../src/server.ts';

const chromium = process.env['RECOURSE_CHROMIUM'] ?? '/usr/bin/chromium';
const switches = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
let folder: string;
let pages: Server;
let url: string;
let stage: StageServer;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-stage-test-'));
  writeFileSync(path.join(folder, 'main.js'), '');
  writeFileSync(path.join(folder, 'silent'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
  pages = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Orders</title><script>console.log("page says", 1, { a: 2 }); missing()</script>');
  });
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`;
  stage = createStageServer({
    environment: { ...process.env, STAGE_CHROMIUM: chromium },
    settings: {
      chromiumArguments: switches,
      isHeadless: true,
      electron: undefined,
      electronArguments: [...switches, '--headless=new', `--user-data-dir=${path.join(folder, 'profile')}`],
      appRoots: [folder, '/usr/bin', '/bin'],
    },
  });
});
afterEach(() => stage.close());
afterAll(() => {
  pages.closeAllConnections();
  pages.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Answer {
  readonly session_id: string;
  readonly pid: number;
  readonly entries: readonly { readonly text: string }[];
}

const call = async (tool: string, args: JsonObject = {}): Promise<Answer> => {
  const caller = { transport: 'in-process', local: true } as const;
  const outcome = await stage.server.call({ tool, arguments: args, caller });
  return (outcome.ok ? outcome.value : outcome) as unknown as Answer;
};

/** Calls answer without a turn of the event loop, so that waiting for an app needs pauses. */
const pollMs = 20;

const untilEnded = async (sessionId: string): Promise<Answer> => {
  for (;;) {
    const answer = await call('electron_surfaces_list', { sessionId });
    if ('code' in answer) return answer;
    await pause(pollMs);
  }
};

describe.skipIf(lacksBrowser)('a session', () => {
  it('shows its windows and its console, and ends with its app', async () => {
    const opened = await call('electron_open_page', { url });
    const { session_id: sessionId } = opened;
    expect(opened).toMatchObject({ transport: 'page', windows: [{ surface_id: 's1', kind: 'page' }] });
    expect(await call('electron_status')).toMatchObject({ active_sessions: 1, sessions: [{ session_id: sessionId }] });
    expect(await call('electron_surfaces_list')).toMatchObject({ active_surface_id: 's1', surfaces: [{ url }] });
    expect(await call('electron_switch_surface', { surfaceId: 's1' })).toMatchObject({ active: { surface_id: 's1' } });
    expect(await call('electron_switch_surface', { surfaceId: 's9' })).toMatchObject({
      code: 'SURFACE_NOT_FOUND',
      details: { available: ['s1'] },
    });
    for (;;) {
      const { entries } = await call('electron_console_logs');
      const texts = entries.map(({ text }) => text);
      if (texts.includes('page says 1 Object') && texts.some((text) => text.includes('missing'))) break;
      await pause(pollMs);
    }
    expect(await call('electron_console_logs', { type: 'log', contains: 'says', limit: 1 })).toMatchObject({
      count: 1,
    });
    expect(await call('electron_detach')).toMatchObject({ code: 'TRANSPORT_UNSUPPORTED' });
    expect(await call('electron_stop')).toMatchObject({ stopped: true, escalated: false });
    expect(await call('electron_stop', { sessionId })).toMatchObject({
      code: 'NOT_RUNNING',
      details: { session_id: sessionId, exit_code: 0 },
    });
  });

  it('reports how its app exited, and must be given if there are several', async () => {
    const one = await call('electron_open_page', { url });
    const two = await call('electron_open_page', { url });
    expect(await call('electron_stop')).toMatchObject({
      code: 'SESSION_AMBIGUOUS',
      details: { session_ids: [one.session_id, two.session_id] },
    });
    process.kill(one.pid, 'SIGKILL');
    expect(await untilEnded(one.session_id)).toMatchObject({ code: 'NOT_RUNNING', details: { signal: 'SIGKILL' } });
    await stage.close();
    expect(await untilEnded(two.session_id)).toMatchObject({ code: 'NOT_RUNNING' });
  });

  it('is found, attached and detached, and the app keeps running', async () => {
    const profile = `--user-data-dir=${path.join(folder, 'attached')}`;
    const app = await startApp(
      {
        command: chromium,
        arguments: ['--headless=new', ...switches, '--remote-debugging-port=0', profile, url],
        cwd: folder,
        environment: selectEnvironment(),
        inspector: undefined,
        timeoutMs: 50_000,
      },
      new AbortController().signal,
    );
    try {
      const port = Number(new URL(app.devtools).port);
      const found = await call('electron_discover_running', { ports: [port, 1], timeoutMs: 5000 });
      expect(found).toMatchObject({ count: 1, scanned: 2, targets: [{ port, pid: expect.any(Number) as number }] });
      expect(await call('electron_attach', { port })).toMatchObject({ transport: 'attached' });
      expect(await call('electron_force_kill')).toMatchObject({ code: expect.any(String) as string });
      expect(await call('electron_detach')).toMatchObject({ detached: true });
      expect(await call('electron_discover_running', { ports: [port], timeoutMs: 5000 })).toMatchObject({ count: 1 });
      expect(await call('electron_attach', { port: 1 })).toMatchObject({ code: 'CDP_DISCONNECTED', retryable: false });
    } finally {
      await app.kill();
    }
  });

  it('is opened with a packaged app, and a second launch fails with ALREADY_RUNNING', async () => {
    const launched = await call('electron_launch', { executablePath: chromium, args: [url] });
    expect(launched).toMatchObject({ transport: 'packaged' });
    expect(await call('electron_launch', { executablePath: chromium })).toMatchObject({ code: 'ALREADY_RUNNING' });
  });
});

describe('a launch that cannot succeed', () => {
  it.each([
    ['ABSOLUTE_PATH_REQUIRED', { main: 'main.js' }],
    ['FILE_NOT_FOUND', { main: '/nowhere/main.js' }],
    ['BAD_ARGUMENT', { main: '/etc/passwd' }],
    ['BAD_ARGUMENT', {}],
    ['BAD_ARGUMENT', { executablePath: '/bin/true', args: ['--inspect=9229'] }],
    ['BAD_ARGUMENT', { executablePath: '/bin/true', env: { LD_PRELOAD: '/tmp/x.so' } }],
    ['LAUNCH_FAILED', { executablePath: '/bin/true' }],
  ])('fails with %s for %j', async (code, args) => {
    expect(await call('electron_launch', args)).toMatchObject({ ok: false, code });
  });

  it('fails with LAUNCH_TIMEOUT for an app that does not listen for a debugger', async () => {
    const answer = await call('electron_launch', { executablePath: path.join(folder, 'silent'), timeoutMs: 500 });
    expect(answer).toMatchObject({ code: 'LAUNCH_TIMEOUT', details: { timeout_ms: 500 } });
  });

  it('fails for a project without Electron', async () => {
    const answer = await call('electron_launch', { main: path.join(folder, 'main.js') });
    expect(answer).toMatchObject({ code: 'LAUNCH_FAILED', details: { path: expect.any(String) as string } });
  });
});
