import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInspector } from '../src/apps/find-inspector.ts';
import { injectApp } from '../src/apps/inject-app.ts';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { LinkedStage } from '../src/testing/linked-stage.ts';
import { startOutsideApp } from '../src/testing/outside-app.ts';
import type { OutsideApp } from '../src/testing/outside-app.ts';
import { isRunning, processesWith } from '../src/testing/processes.ts';

const apps = path.join(import.meta.dirname, 'apps');

let place: ElectronPlace;
let stage: LinkedStage;
let app: OutsideApp;
let before: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  place = await openElectronPlace();
  stage = await linkStage({ ...place.environment, STAGE_ALLOW: 'launch,attach,eval-main' }, apps);
  // Others may hold the usual port of an inspector.
  app = await startOutsideApp(place, ['--inspect-port=0', path.join(apps, 'native')]);
  await app.printed(/(loaded)/u);
  before = await tell('/state');
});
afterAll(async () => {
  await stage.close();
  await app.close();
  for (const child of children) child.kill('SIGKILL');
  await place.close();
});

/** Asks the app itself, without a session. */
const tell = async (route: string): Promise<string> => {
  const port = await app.printed(/serving (\d+)/u);
  return (await fetch(`http://127.0.0.1:${port}${route}`)).text();
};
const inject = (args: JsonObject = {}) => stage.call('electron_inject', { pid: app.pid, ...args });
const click = (name: string) => stage.call('electron_click', { by: { role: 'button', name } });
const result = async () => (await stage.call<{ text: string }>('electron_get_text', { selector: '#result' })).text;

describe.skipIf(lacksElectron)('an app that is injected into', () => {
  it('is shown, clicked and typed into, with its frames', async () => {
    expect(await findInspector(app.pid)).toBeUndefined();
    expect(await inject()).toMatchObject({
      ok: true,
      transport: 'injected',
      pid: app.pid,
      renderer_ready: true,
      windows: [{ kind: 'webview' }, { kind: 'window', title: 'Native' }],
      capabilities: { main_process: true, native_dialogs: true, force_kill: false, detach: true },
    });
    const { snapshot } = await stage.call<{ snapshot: string }>('electron_snapshot');
    expect(snapshot).toContain('heading "Native" level 1');
    expect(snapshot).toMatch(/iframe "Frame"\n {2}\[\d+\] button "Ask in the frame"/u);
    await click('Count');
    expect(await result()).toBe('1');
    await stage.call('electron_type', { selector: '#name', text: 'Grace' });
    expect(await stage.call('electron_get_value', { selector: '#name' })).toMatchObject({ value: 'Grace' });
    expect(await stage.call('electron_screenshot')).toMatchObject({ ok: true, format: 'png' });
    const logs = { match: '^clicked$' };
    expect(await stage.call('electron_console_logs', logs)).toMatchObject({ count: 1 });
    expect(await stage.call('electron_info')).toMatchObject({ app: { name: 'native', version: '1.2.3' } });
    expect(await stage.call('electron_eval_main', { code: 'app.getVersion()' })).toMatchObject({ result: '1.2.3' });
  });

  it('has its dialogs answered, those of pages, frames and webviews and its own', async () => {
    await stage.call('electron_dialog_handler', { action: 'accept', button: 'delete', clear: true });
    expect(await click('Confirm')).toMatchObject({
      dialogs: [{ type: 'confirm', message: 'Sure?', action: 'accept' }],
    });
    expect(await result()).toBe('true');
    expect(await click('Several')).toMatchObject({ dialogs: [{ message: 'One?' }, { message: 'Two' }] });
    expect(await click('Ask in the frame')).toMatchObject({ dialogs: [{ message: 'From the frame' }] });
    expect(await click('showMessageBoxSync')).toMatchObject({
      dialogs: [{ type: 'showMessageBox', action: 'accept' }],
    });
    expect(await result()).toBe('0');
    const { surfaces } = await stage.call<{ surfaces: { surface_id: string; kind: string }[] }>(
      'electron_surfaces_list',
    );
    const surfaceOf = (kind: string) => surfaces.find((one) => one.kind === kind)?.surface_id ?? '';
    await stage.call('electron_switch_surface', { surfaceId: surfaceOf('webview') });
    expect(await click('Ask in the view')).toMatchObject({ dialogs: [{ message: 'From the view' }] });
    await stage.call('electron_switch_surface', { surfaceId: surfaceOf('window') });
    await click('Guard');
    expect(await click('Reload')).toMatchObject({ dialogs: [{ type: 'beforeunload', action: 'accept' }] });
  });

  it('is followed when it opens and closes windows, and when one crashes', async () => {
    await click('New window');
    const list = async () => (await stage.call<{ windows: object[] }>('electron_windows_list')).windows;
    await expect.poll(list).toHaveLength(2);
    await stage.call('electron_switch_window', { windowTitle: 'Second' });
    expect(await stage.call('electron_snapshot')).toMatchObject({ title: 'Second' });
    await click('Close');
    await expect.poll(list).toHaveLength(1);
    expect(await stage.call('electron_snapshot')).toMatchObject({ code: 'SURFACE_CLOSED' });
    await stage.call('electron_switch_window', { windowTitle: 'Native' });
    await tell('/crash');
    await expect.poll(() => stage.call('electron_snapshot')).toMatchObject({ details: { reason: 'crashed' } });
    await tell('/reload');
    await expect.poll(() => stage.call('electron_snapshot')).toMatchObject({ title: 'Native' });
  });

  it('is reached again after its inspector was closed, and references stay valid', async () => {
    const { matches } = await stage.call<{ matches: { ref: number }[] }>('electron_find', {
      role: 'button',
      name_exact: 'Count',
    });
    await tell('/end-inspector');
    const ref = matches[0]?.ref ?? 0;
    expect(await stage.call('electron_get_text', { ref })).toMatchObject({ text: 'Count' });
    expect(await stage.call('electron_click', { ref })).toMatchObject({ ok: true });
    expect(await result()).toBe('2');
  });

  it('is refused to a second stage', async () => {
    const second = await linkStage(place.environment, apps);
    const refused = await second.call('electron_inject', { pid: app.pid });
    await second.close();
    expect(refused).toMatchObject({ code: 'INJECT_FAILED', retryable: false, details: { pid: app.pid } });
    expect(await click('Count')).toMatchObject({ ok: true });
  });

  it('is left as it was, and can be injected into again', async () => {
    expect(await stage.call('electron_detach')).toMatchObject({ detached: true });
    await expect.poll(() => findInspector(app.pid)).toBeUndefined();
    expect(JSON.parse(await tell('/state'))).toEqual(JSON.parse(before));
    expect(await inject()).toMatchObject({ ok: true });
    await click('Count');
    expect(await result()).toBe('4');
    await stage.call('electron_detach');
  });

  it('undoes everything by itself if the server is gone', async () => {
    const { main } = await injectApp({ pid: app.pid, owner: 'test', timeoutMs: 10_000, hasOpened: false });
    main.close();
    expect(JSON.parse(await tell('/state'))).not.toEqual(JSON.parse(before));
    await expect
      .poll(async () => JSON.parse(await tell('/state')) as object, { timeout: 20_000 })
      .toEqual(JSON.parse(before));
    await expect.poll(() => findInspector(app.pid)).toBeUndefined();
  });
});

describe.skipIf(lacksElectron)('electron_inject', () => {
  const refusal = async (pid: number, more: JsonObject = {}) =>
    stage.call<{ code: string; retryable: boolean; details: { reason: string } }>('electron_inject', { pid, ...more });
  const start = async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    children.push(child);
    await once(child, 'spawn');
    return child;
  };

  it('fails for a process that is not there, is not Electron, or is a helper, and does not touch it', async () => {
    expect(await refusal(4_194_304)).toMatchObject({
      retryable: false,
      details: { reason: expect.stringMatching(/no such process/u) as string },
    });
    const node = await start();
    expect(await refusal(node.pid ?? 0)).toMatchObject({
      retryable: false,
      details: { reason: expect.stringMatching(/not an Electron app/u) as string },
    });
    expect(isRunning(node.pid ?? 0)).toBe(true);
    expect(await refusal(process.pid)).toMatchObject({
      details: { reason: expect.stringMatching(/this server/u) as string },
    });
    const [helper = 0] = await processesWith('--type=zygote');
    expect(await refusal(helper)).toMatchObject({
      retryable: false,
      details: { reason: expect.stringMatching(/helper \(--type=zygote\)/u) as string },
    });
    expect(isRunning(helper)).toBe(true);
  });

  it('fails while a debugger of the app itself uses a window', async () => {
    await tell('/debug');
    expect(await refusal(app.pid)).toMatchObject({
      retryable: false,
      details: { reason: expect.stringMatching(/another debugger/u) as string },
    });
    await tell('/leave');
    await expect.poll(() => findInspector(app.pid)).toBeUndefined();
    expect(JSON.parse(await tell('/state'))).toEqual(JSON.parse(before));
  });

  it('fails if another process uses the port that the inspector needs', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const other = await startOutsideApp(place, [`--inspect-port=${port}`, path.join(apps, 'native')]);
    try {
      await other.printed(/(loaded)/u);
      const refused = await refusal(other.pid, { timeoutMs: 500 });
      expect(refused).toMatchObject({ code: 'INJECT_FAILED', retryable: false, details: { port } });
      server.close();
      await once(server, 'close');
      expect(await stage.call('electron_inject', { pid: other.pid })).toMatchObject({ ok: true });
      expect(await stage.call('electron_stop')).toMatchObject({ stopped: true, escalated: false });
      expect(isRunning(other.pid)).toBe(false);
      expect(await stage.call('electron_snapshot')).toMatchObject({ code: 'NOT_RUNNING' });
    } finally {
      server.close();
      await other.close();
    }
  });
});
