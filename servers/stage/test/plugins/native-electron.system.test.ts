import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import type { ElectronPlace } from '../../src/testing/electron-place.ts';
import { packageApp } from '../../src/testing/package-app.ts';
import { servePages } from '../apps/serve-pages.ts';
import { openPluginStage } from './open-plugin-stage.ts';
import type { PluginStage } from './open-plugin-stage.ts';

const main = path.join(import.meta.dirname, '../apps/office');
const calls: readonly (readonly [string, Record<string, never[] | string | string[]>])[] = [
  ['native_menu', {}],
  ['native_menu_item', { path: ['File'] }],
  ['native_menu_invoke', { path: ['File', 'New'] }],
  ['native_notifications_start', {}],
  ['native_notifications', {}],
  ['native_notifications_stop', {}],
  ['native_trays', {}],
  ['native_tray_invoke', { id: 'tray-1', event: 'click' }],
];

describe.skipIf(lacksElectron)('native', () => {
  let place: ElectronPlace;
  let stage: PluginStage;
  beforeAll(async () => {
    place = await openElectronPlace();
    stage = await openPluginStage([{ use: 'native', grant: ['main'] }], {
      environment: place.environment,
      appRoots: [main],
    });
  });
  afterAll(async () => {
    await stage.close();
    await place.close();
  });
  const launch = async (args: readonly string[] = []): Promise<void> => {
    await stage.call('electron_stop');
    expect(await stage.call('electron_launch', { main, args: [...args], timeoutMs: 50_000 })).toMatchObject({
      ok: true,
    });
  };
  beforeEach(() => launch());

  const press = async (name: string): Promise<string> => {
    await stage.call('electron_click', { by: { role: 'button', name } });
    return (await stage.call<{ text: string }>('electron_get_text', { selector: '#out' })).text;
  };
  const shows = (name: string, text: string): Promise<void> =>
    vi.waitFor(async () => expect(await press(name)).toBe(text), 20_000);

  it('lists and reads the menu', async () => {
    const all = await stage.call<{ items: readonly { path: string[] }[] }>('native_menu');
    expect(all.items.map(({ path: names }) => names.join(' > '))).toEqual([
      'File',
      'File > New',
      'File > Print',
      'File > Hidden',
      'File > Export',
      'File > Export > As PDF',
      'View',
      'View > Dark',
    ]);
    expect(await stage.call('native_menu', { limit: 1 })).toMatchObject({ count: 8, items: [{ path: ['File'] }] });
    expect(await stage.call('native_menu_item', { path: ['File', 'New'] })).toMatchObject({
      item: { type: 'normal', enabled: true, visible: true, accelerator: 'CmdOrCtrl+N' },
    });
  });

  it('invokes items of the menu by labels and ids', async () => {
    await stage.call('native_menu_invoke', { path: ['File', 'New'] });
    await stage.call('native_menu_invoke', { path: ['File', 'Export', 'pdf'] });
    expect(await stage.call('native_menu_invoke', { path: ['View', 'Dark'] })).toMatchObject({
      item: { checked: true },
    });
    await shows('Seen', '["new in Office","pdf","dark"]');
    expect(await stage.call('native_menu_item', { path: ['View', 'Dark'] })).toMatchObject({ item: { checked: true } });
  });

  it('refuses items that are missing, disabled, hidden or submenus, and an app without a menu', async () => {
    const missing = {
      code: 'native.NOT_FOUND',
      http: 404,
      details: { name: 'File > Nwe', available: ['New', 'Print', 'Hidden', 'Export'] },
    };
    expect(await stage.call('native_menu_item', { path: ['File', 'Nwe'] })).toMatchObject(missing);
    expect(await stage.call('native_menu_invoke', { path: ['File', 'Nwe'] })).toMatchObject(missing);
    const unsupported = { code: 'native.UNSUPPORTED', http: 409, retryable: false };
    for (const name of ['Print', 'Hidden', 'Export'])
      expect(await stage.call('native_menu_invoke', { path: ['File', name] })).toMatchObject(unsupported);
    expect(await stage.call('native_menu_invoke', { path: [] })).toMatchObject({ code: 'BAD_ARGUMENT' });
    await shows('Seen', '[]');
    await launch(['--no-menu']);
    expect(await stage.call('native_menu')).toMatchObject(unsupported);
    expect(await stage.call('native_menu_item', { path: ['File'] })).toMatchObject(unsupported);
  });

  it('finds trays and sends events to their listeners', async () => {
    expect(await stage.call('native_trays')).toMatchObject({ trays: [{ id: 'tray-1', events: ['click'] }] });
    expect(await stage.call('native_trays')).toMatchObject({ trays: [{ id: 'tray-1' }] });
    expect(await stage.call('native_tray_invoke', { id: 'tray-1', event: 'click' })).toMatchObject({ handled: true });
    await shows('Seen', '["tray"]');
    expect(await stage.call('native_tray_invoke', { id: 'tray-1', event: 'right-click' })).toMatchObject({
      code: 'native.UNSUPPORTED',
    });
    expect(await stage.call('native_tray_invoke', { id: 'tray-9', event: 'click' })).toMatchObject({
      code: 'native.NOT_FOUND',
      details: { available: ['tray-1'] },
    });
    expect(await stage.call('native_tray_invoke', { id: 'tray-1', event: 'error' })).toMatchObject({
      code: 'BAD_ARGUMENT',
    });
  });

  it('captures notifications, with secrets masked, and restores the app', async () => {
    const none = { code: 'native.NOT_CAPTURING', http: 409 };
    expect(await stage.call('native_notifications')).toMatchObject(none);
    expect(await stage.call('native_notifications_start')).toMatchObject({ capturing: true });
    expect(await stage.call('native_notifications_start')).toMatchObject({ code: 'native.ALREADY_CAPTURING' });
    await press('Notify');
    await vi.waitFor(async () => {
      expect(await stage.call('native_notifications')).toMatchObject({
        notifications: [{ number: 1, title: 'Mail', body: 'You have mail. token=[redacted]' }],
        dropped: 0,
      });
    }, 20_000);
    expect(await stage.call('native_notifications', { since: 1 })).toMatchObject({ notifications: [] });
    expect(await stage.call('native_notifications_stop')).toMatchObject({ stopped: true, count: 1 });
    expect(await stage.call('native_notifications_stop')).toMatchObject(none);
    await shows('State', '{"ipc":true,"notifications":true,"symbols":[]}');
  });

  it('answers NOT_INSTRUMENTED for a packaged app without its main process, and UNSUPPORTED for a page', async () => {
    await stage.call('electron_stop');
    const packaged = { folder: path.join(stage.folder, 'packaged'), name: 'office' };
    const executablePath = await packageApp(place.program, main, packaged);
    expect(await stage.call('electron_launch', { executablePath, timeoutMs: 50_000 })).toMatchObject({ ok: true });
    for (const [tool, args] of calls)
      expect(await stage.call(tool, args)).toMatchObject({
        code: 'native.NOT_INSTRUMENTED',
        http: 409,
        retryable: false,
      });
    await stage.call('electron_stop');
    const pages = await servePages();
    await stage.call('electron_open_page', { url: pages.address('<p>page</p>'), timeoutMs: 50_000 });
    for (const [tool, args] of calls)
      expect(await stage.call(tool, args)).toMatchObject({ code: 'native.UNSUPPORTED' });
    await pages.close();
  });
});
