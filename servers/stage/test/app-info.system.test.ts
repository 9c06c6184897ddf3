import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { LinkedStage } from '../src/testing/linked-stage.ts';

const apps = path.join(import.meta.dirname, 'apps');
const hello = path.join(apps, 'hello');
const version = /^\d+\.\d+/u;
let stage: LinkedStage;
afterEach(() => stage.close());

describe.skipIf(lacksElectron)('an Electron app', () => {
  let place: ElectronPlace;
  beforeAll(async () => {
    place = await openElectronPlace();
  });
  afterAll(() => place.close());

  it('in development is described by its main process, and photographed', async () => {
    stage = await linkStage(place.environment, apps);
    const { session_id, pid } = await stage.call<{ session_id: string; pid: number }>('electron_launch', {
      main: hello,
    });
    expect(await stage.call('electron_info')).toMatchObject({
      session_id,
      transport: 'electron',
      pid,
      app: { name: 'hello', path: hello, packaged: false },
      versions: { electron: expect.stringMatching(version) as string, node: expect.stringMatching(version) as string },
      capabilities: { force_kill: true, detach: false, main_process: true },
    });
    const windows = { windows: [{ surface_id: 's1', index: 0, active: true }], count: 1 };
    expect(await stage.call('electron_windows_list')).toMatchObject(windows);
    const shot = await stage.client.callTool({ name: 'electron_screenshot', arguments: { selector: 'h1' } });
    expect(shot.structuredContent).toMatchObject({ ok: true, masked: 0 });
    expect(shot.content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/png' }));
  });

  it('without a debugger of its main process is described by its browser', async () => {
    stage = await linkStage(
      { ...place.environment, STAGE_APP_ROOTS: [apps, path.dirname(place.program)].join(':') },
      apps,
    );
    await stage.call('electron_launch', { executablePath: place.program, args: [hello] });
    expect(await stage.call('electron_info')).toMatchObject({
      ok: true,
      transport: 'packaged',
      versions: {
        electron: expect.stringMatching(version) as string,
        chrome: expect.stringMatching(version) as string,
      },
      capabilities: { force_kill: true, main_process: false },
    });
  });

  it('can run where the doctor finds nothing broken', async () => {
    stage = await linkStage(place.environment, apps);
    expect(await stage.call('electron_doctor')).toMatchObject({
      doctor_ok: true,
      checks: expect.arrayContaining([
        expect.objectContaining({ check: 'electron', verdict: 'fine' }),
        expect.objectContaining({ check: 'display', verdict: 'fine' }),
      ]) as unknown[],
    });
  });
});

describe.skipIf(lacksBrowser)('a page in Chromium', () => {
  it('is described by its browser', async () => {
    const environment = {
      PATH: process.env['PATH'] ?? '',
      STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage',
    };
    stage = await linkStage(environment, apps);
    await stage.call('electron_open_page', { url: 'http://127.0.0.1:1/' });
    const info = await stage.call('electron_info');
    expect(info).toMatchObject({
      transport: 'page',
      versions: { chrome: expect.stringMatching(version) as string },
      capabilities: { force_kill: true, detach: false, main_process: false },
    });
    expect(info['versions']).not.toHaveProperty('electron');
  });
});
