import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@recourse/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { Envelope, LinkedStage } from '../src/testing/linked-stage.ts';
import { openOutsideDebugger } from '../src/testing/outside-debugger.ts';
import { isRunning, processesWith } from '../src/testing/processes.ts';

const apps = path.join(import.meta.dirname, 'apps');
const main = path.join(apps, 'lifecycle');

interface Opened extends Envelope {
  readonly session_id: string;
  readonly pid: number;
}

let place: ElectronPlace;
let stage: LinkedStage;

beforeAll(async () => {
  place = await openElectronPlace();
});
afterAll(() => place.close());
afterEach(() => stage.close());

const launch = async (env: JsonObject = {}): Promise<Opened> => {
  stage = await linkStage(place.environment, apps);
  const opened = await stage.call<Opened>('electron_launch', { main, env });
  expect(opened).toMatchObject({ ok: true });
  return opened;
};

/** Repeats a call until it answers with a code: what is done to an app takes a moment. */
const untilCode = async (code: string, tool: string, args: JsonObject = {}): Promise<Envelope> => {
  for (;;) {
    const answer = await stage.call(tool, args);
    if (answer['code'] === code) return answer;
    await pause(20);
  }
};

describe.skipIf(lacksElectron)('an app that dies', () => {
  it('is NOT_RUNNING with the signal and its last output, and leaves no process behind', async () => {
    const mark = randomUUID();
    const env = { MODE: 'leaves-children', NODE: process.execPath, MARK: mark };
    const { pid, session_id: sessionId } = await launch(env);
    expect(await processesWith(mark)).toHaveLength(1);
    process.kill(pid, 'SIGKILL');
    const answer = await untilCode('NOT_RUNNING', 'electron_surfaces_list', { sessionId });
    const tail = expect.stringContaining('DevTools listening') as string;
    expect(answer).toMatchObject({
      retryable: false,
      details: { session_id: sessionId, signal: 'SIGKILL', output_tail: tail },
    });
    expect(answer._meta.session_id).toBe(sessionId);
    await stage.close();
    expect(await processesWith(mark)).toEqual([]);
  });

  it('is NOT_RUNNING with its exit code if its last window was closed', async () => {
    const { pid } = await launch();
    const outside = await openOutsideDebugger(pid);
    await outside.begin('window.close()');
    outside.close();
    expect(await untilCode('NOT_RUNNING', 'electron_snapshot')).toMatchObject({ details: { exit_code: 0 } });
    expect(isRunning(pid)).toBe(false);
  });
});

describe.skipIf(lacksElectron)('electron_stop', () => {
  it('kills an app that refuses to close', async () => {
    const { pid } = await launch({ MODE: 'stubborn' });
    expect(await stage.call('electron_stop', { timeoutMs: 500 })).toMatchObject({ stopped: true, escalated: true });
    expect(isRunning(pid)).toBe(false);
  });

  it('kills an app that does not even answer', async () => {
    const { pid } = await launch();
    process.kill(pid, 'SIGSTOP');
    expect(await stage.call('electron_stop', { timeoutMs: 500 })).toMatchObject({ stopped: true, escalated: true });
    expect(isRunning(pid)).toBe(false);
  });
});

describe.skipIf(lacksElectron)('a renderer', () => {
  it('closes its surface when it crashes, until it is loaded again, and is RENDERER_HUNG when it hangs', async () => {
    const { pid, session_id: sessionId } = await launch();
    const outside = await openOutsideDebugger(pid);
    const page = await outside.page();
    void page.send('Page.crash').catch(() => undefined);
    const crashed = await untilCode('SURFACE_CLOSED', 'electron_snapshot');
    expect(crashed).toMatchObject({ details: { surface_id: 's1', reason: 'crashed' } });
    await page.send('Page.reload');
    for (;;) {
      const again = await stage.call('electron_snapshot');
      if (again.ok && String(again['snapshot']).includes('Lifecycle')) break;
      await pause(20);
    }
    await outside.begin('while (true);');
    outside.close();
    const hung = await stage.call('electron_snapshot');
    expect(hung).toMatchObject({
      code: 'RENDERER_HUNG',
      retryable: true,
      details: { surface_id: 's1' },
      recourse: { effect: 'none' },
    });
    expect(hung._meta.session_id).toBe(sessionId);
    expect(await stage.call('electron_surfaces_list')).toMatchObject({ surfaces: [{ surface_id: 's1' }] });
    expect(await stage.call('electron_stop', { timeoutMs: 1000 })).toMatchObject({ stopped: true });
    expect(isRunning(pid)).toBe(false);
  });
});

describe.skipIf(lacksElectron)('_meta.session_id', () => {
  it('is on every answer of a session, refusals included', async () => {
    const { session_id: sessionId } = await launch();
    const sessionOf = async (tool: string, args: JsonObject = {}) => (await stage.call(tool, args))._meta.session_id;
    expect(await sessionOf('electron_snapshot')).toBe(sessionId);
    expect(await sessionOf('electron_status')).toBe(sessionId);
    expect(await sessionOf('electron_get_text', { ref: 999 })).toBe(sessionId);
    expect(await sessionOf('electron_get_text', { ref: 'x', more: 1 })).toBe(sessionId);
    expect(await sessionOf('electron_snapshot', { sessionId, budgetTokens: 1 })).toBe(sessionId);
    expect(await sessionOf('electron_nothing', { sessionId })).toBe(sessionId);
    expect(await sessionOf('electron_force_kill')).toBe(sessionId);
    expect(await sessionOf('electron_snapshot', { sessionId: 'session-99' })).toBe('session-99');
    expect(await sessionOf('electron_launch', { main })).toBe(sessionId);
    const second = await stage.call<Opened>('electron_launch', { main, allowMultiple: true });
    expect(second._meta.session_id).toBe(second.session_id);
    const ambiguous = await stage.call('electron_snapshot');
    expect(ambiguous).toMatchObject({
      code: 'SESSION_AMBIGUOUS',
      details: { session_ids: [sessionId, second.session_id] },
    });
    expect(ambiguous._meta).not.toHaveProperty('session_id');
    expect(await sessionOf('electron_stop', { sessionId })).toBe(sessionId);
    expect(await sessionOf('electron_stop')).toBe(second.session_id);
    expect(await sessionOf('electron_snapshot')).toBe(second.session_id);
  });
});
