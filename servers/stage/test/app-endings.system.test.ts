import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDebuggerOf } from '../src/apps/discover.ts';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

interface Answer {
  readonly code?: string;
  readonly active_sessions: number;
  readonly targets: readonly { readonly appName: string }[];
}

/** An app ends, and is noticed, when the machine gets to it. */
const pollMs = 20;

describe.each(hosts)('an app in %s', (host) => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp(host, 'trouble.html');
  });
  afterAll(() => app.close());

  it('that hangs is reported as hung, and is read again when it is done', async () => {
    await app.show('trouble.html');
    const { session } = app.surface();
    const ran = session.send('Runtime.evaluate', { expression: 'for (;;);' }).catch(() => undefined);
    const answer = await app.call<Answer>('electron_snapshot');
    expect(answer).toMatchObject({ code: 'RENDERER_HUNG', retryable: true, recovery: 'wait' });
    expect(answer).toMatchObject({ details: { surface_id: app.surface().id } });
    await session.send('Runtime.terminateExecution');
    await ran;
    expect(await app.call('electron_snapshot')).toMatchObject({ kind: 'full', title: 'Trouble' });
  });

  it('that loads itself repeatedly is read between two loads, or refused', async () => {
    await app.show('trouble.html');
    await app.evaluate('reloadForEver()');
    for (let round = 0; round < 3; round += 1) {
      const { code } = await app.call<Answer>('electron_snapshot');
      expect([undefined, 'CDP_TIMEOUT', 'RENDERER_HUNG', 'SURFACE_CLOSED']).toContain(code);
    }
    const leave = async () => {
      await app.show('actions.html');
      return (await app.call('electron_snapshot'))['title'];
    };
    // A load that the page has begun can come after ours.
    await expect.poll(leave, { timeout: 30_000 }).toBe('Actions');
    await app.evaluate(`sessionStorage.removeItem('reloads')`);
  });

  it('whose page crashes says so at once, and is read again after a load', async () => {
    await app.show('trouble.html');
    const { session, id } = app.surface();
    // The page is gone before the call is answered.
    void session.send('Page.crash').catch(() => undefined);
    const lost = await crashed(app);
    expect(lost).toMatchObject({ retryable: false, details: { surface_id: id, reason: 'crashed' } });
    await session.send('Page.navigate', { url: app.pages.address('actions.html') }).catch(() => undefined);
    for (;;) {
      const { code } = await app.call<Answer>('electron_snapshot');
      if (code === undefined) break;
      await pause(pollMs);
    }
  });

  it('that is killed ends its session with NOT_RUNNING', async () => {
    const pid = app.sessions.find().pid as number;
    const { id } = app.sessions.find();
    process.kill(pid, 'SIGKILL');
    const answer = await ended(app);
    expect(answer).toMatchObject({
      code: 'NOT_RUNNING',
      retryable: false,
      recovery: 'change_state',
      details: { session_id: id, signal: 'SIGKILL' },
    });
    expect(await app.call('electron_status')).toMatchObject({ active_sessions: 0, sessions: [] });
    expect(await app.call('electron_surfaces_list', { sessionId: id })).toMatchObject({ code: 'NOT_RUNNING' });
    await app.start('actions.html');
    expect(await app.call('electron_snapshot')).toMatchObject({ title: 'Actions' });
  });

  it('is found by its port, with its name and process', async () => {
    const pid = app.sessions.find().pid as number;
    const port = (await findDebuggerOf(pid, 5000))?.port as number;
    const [found] = (await app.call<Answer>('electron_discover_running', { ports: [port], timeoutMs: 5000 })).targets;
    expect(found).toMatchObject({ port, pid });
    expect(found?.appName).toMatch(host === 'Electron' ? /^Desk$/u : /^Chrome\//u);
  });
});

const crashed = async (app: OpenApp): Promise<Answer> => {
  for (;;) {
    const answer = await app.call<Answer>('electron_snapshot');
    if (answer.code === 'SURFACE_CLOSED') return answer;
    expect(answer.code).toBeUndefined();
    await pause(pollMs);
  }
};

const ended = async (app: OpenApp): Promise<Answer> => {
  for (;;) {
    const answer = await app.call<Answer>('electron_snapshot');
    if (answer.code === 'NOT_RUNNING') return answer;
    // Between the end of a window and the end of its app.
    expect([undefined, 'SURFACE_CLOSED', 'CDP_DISCONNECTED']).toContain(answer.code);
    await pause(pollMs);
  }
};
