import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { LinkedStage } from '../src/testing/linked-stage.ts';
import { processesWith } from '../src/testing/processes.ts';
import { servePages } from './apps/serve-pages.ts';
import type { PageServer } from './apps/serve-pages.ts';

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
  const mark = randomUUID();
  let pages: PageServer;
  beforeAll(async () => {
    pages = await servePages();
  });
  afterAll(() => pages.close());
  beforeEach(async () => {
    stage = await linkStage(
      {
        PATH: process.env['PATH'] ?? '',
        STAGE_CHROMIUM_ARGUMENTS: `--no-sandbox --disable-gpu --disable-dev-shm-usage --${mark}`,
      },
      apps,
    );
  });

  it('is described by its browser', async () => {
    const opened = await stage.call('electron_open_page', { url: pages.address('<title>Orders</title>') });
    expect(opened).toMatchObject({ renderer_ready: true, windows: [{ title: 'Orders' }] });
    expect(await processesWith(mark)).not.toEqual([]);
    const info = await stage.call('electron_info');
    expect(info).toMatchObject({
      transport: 'page',
      versions: { chrome: expect.stringMatching(version) as string },
      capabilities: { force_kill: true, detach: false, main_process: false },
    });
    expect(info['versions']).not.toHaveProperty('electron');
  });

  it('that the browser cannot load is LAUNCH_FAILED with its reason, and leaves no session and no process', async () => {
    const closed = await servePages();
    await closed.close();
    const reasonOf = async (address: string): Promise<unknown> => {
      const failed = await stage.call('electron_open_page', { url: address });
      expect(failed).toMatchObject({ ok: false, code: 'LAUNCH_FAILED', retryable: false });
      expect(failed['hint']).toContain('server is running');
      return (failed['details'] as JsonObject)['reason'];
    };
    const reasons = await Promise.all([
      reasonOf(closed.address('')),
      reasonOf('http://no-such-host.invalid/'),
      reasonOf(pages.address('').replace('http:', 'https:')),
      reasonOf('http://127.0.0.1:1/'),
    ]);
    expect(reasons).toEqual([
      'net::ERR_CONNECTION_REFUSED',
      'net::ERR_NAME_NOT_RESOLVED',
      'net::ERR_SSL_PROTOCOL_ERROR',
      'net::ERR_UNSAFE_PORT',
    ]);
    expect(await stage.call('electron_status')).toMatchObject({ active_sessions: 0 });
    expect(await processesWith(mark)).toEqual([]);
  });

  it('whose server does not answer is LAUNCH_TIMEOUT', async () => {
    const failed = await stage.call('electron_open_page', { url: pages.address('never'), timeoutMs: 2000 });
    expect(failed).toMatchObject({ code: 'LAUNCH_TIMEOUT' });
    expect(await stage.call('electron_status')).toMatchObject({ active_sessions: 0 });
  });

  it('without a host in its address is BAD_ARGUMENT', async () => {
    for (const url of ['http://', 'https://:80/', 'http://?a', 'http://user@/'])
      expect(await stage.call('electron_open_page', { url })).toMatchObject({ code: 'BAD_ARGUMENT' });
  });
});
