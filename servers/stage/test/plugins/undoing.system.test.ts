import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lacksBrowser } from '../../src/observe/testing/open-page.ts';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import { startOutsideApp } from '../../src/testing/outside-app.ts';
import { openPluginPlace, pluginSource } from '../../src/testing/plugin-place.ts';
import type { PluginPlace } from '../../src/testing/plugin-place.ts';
import { servePages } from '../apps/serve-pages.ts';
import type { PageServer } from '../apps/serve-pages.ts';
import { openPluginStage } from './open-plugin-stage.ts';
import type { PluginStage } from './open-plugin-stage.ts';

/** Makes every kind of change that the stage must undo, and ends the process when it is told to. */
const body = `
  const { session, arguments: { value } } = call;
  const steps = {
    hold: () => session.devtools('Fetch.enable', {}, { frame: 'all' }),
    script: () => session.addScript('document.documentElement.lang = "marked"', { now: true }),
    change: async () => {
      await session.runInFrames('globalThis.changed = true');
      await session.atEnd('change', { page: 'delete globalThis.changed' });
    },
    main: async () => {
      await session.evaluateInMain(({ app }) => { globalThis.changed = app.getName(); });
      await session.atEnd('change', { main: () => { delete globalThis.changed; } });
    },
    changed: () => session.evaluate(() => globalThis.changed ?? null, { world: 'page' }),
    inMain: () => session.evaluateInMain(() => globalThis.changed ?? null),
    mask: () => call.stage.mask([{ name: 'theme', text: 'dark' }, { name: 'sessionToken', text: 'abc' }, { name: 'x', text: 'Bearer abcdefgh123' }]),
    keep: () => { kept = session; },
    kept: () => kept.evaluate(() => document.title),
    end: () => process.exit(1),
  };
  return { result: (await steps[value]()) ?? null };`;

let plugins: PluginPlace;
let pages: PageServer;
beforeAll(async () => {
  plugins = await openPluginPlace();
  pages = await servePages();
});
afterAll(async () => {
  await pages.close();
  await plugins.close();
});

const open = (options: Parameters<typeof openPluginStage>[1] = {}): Promise<PluginStage> => {
  const grant = ['page', 'main', 'devtools:Fetch'];
  const use = path.join(
    plugins.folder,
    plugins.write('meddler', pluginSource('meddler', body, { uses: grant, before: 'let kept;' })),
  );
  return openPluginStage([{ use, grant }], options);
};

describe.skipIf(lacksBrowser)('changes of a plugin to a page', () => {
  let stage: PluginStage;
  beforeEach(async () => {
    stage = await open();
  });
  afterEach(() => stage.close());

  const go = (value: string) => stage.call('meddler_go', { value });
  const text = async (selector: string) => (await stage.call<{ text: string }>('electron_get_text', { selector })).text;
  const click = (name: string) => stage.call('electron_click', { by: { role: 'button', name } });

  it('end with its process: requests that it held continue', async () => {
    const url = pages.address(
      `<button onclick="fetch('/account.html').then(() => out.textContent = 'loaded')">Load</button><output id="out">idle</output>`,
    );
    await stage.call('electron_open_page', { url });
    await go('hold');
    await click('Load');
    expect(await text('#out')).toBe('idle');
    expect(await go('end')).toMatchObject({ code: 'PLUGIN_STOPPED' });
    await stage.call('electron_wait_for_selector', { selector: '#out' });
    await vi.waitFor(async () => expect(await text('#out')).toBe('loaded'), 20_000);
  });

  it('reach every frame, including later ones and those of other sites, and end with its process', async () => {
    const show = `parent.postMessage(document.documentElement.lang + ' ' + globalThis.changed, '*')`;
    const report = `<script>addEventListener('message', () => ${show})</script>`;
    const frame = `<!doctype html>${report}<p>frame</p>`;
    const page = (frames: readonly string[]): string => `<!doctype html>
      ${frames.map((source) => `<iframe src="${source}"></iframe>`).join('')}
      <button onclick="seen.textContent = ''; for (const one of document.querySelectorAll('iframe')) one.contentWindow.postMessage('', '*')">Ask</button>
      <button onclick="const one = document.createElement('iframe'); one.onload = () => added.textContent = 'added'; one.src = '${pages.otherSite(frame)}'; document.body.append(one)">Add</button>
      <output id="seen"></output><output id="added"></output>
      <script>addEventListener('message', ({ data }) => seen.textContent += '[' + data + ']')</script>`;
    await stage.call('electron_open_page', {
      url: pages.address(page([pages.address(frame), pages.otherSite(frame)])),
    });
    await go('script');
    await go('change');
    const seen = async (expected: string) => {
      await click('Ask');
      await vi.waitFor(async () => expect(await text('#seen')).toBe(expected), 20_000);
    };
    await seen('[marked true][marked true]');
    await click('Add');
    await vi.waitFor(async () => expect(await text('#added')).toBe('added'), 20_000);
    await vi.waitFor(async () => {
      await click('Ask');
      expect(await text('#seen')).toMatch(/\[marked undefined\]/u);
    }, 20_000);
    await go('end');
    await seen('[marked undefined][marked undefined][marked undefined]');
  });

  it('are made in the surface that was active when the call began', async () => {
    await stage.call('electron_open_page', { url: pages.address('windows.html') });
    await go('change');
    await go('keep');
    await click('Open inspector');
    const surfaces = (): Promise<{ surfaces: readonly { surface_id: string }[] }> =>
      stage.call('electron_surfaces_list');
    await vi.waitFor(async () => expect((await surfaces()).surfaces).toHaveLength(2), 20_000);
    const [first, second] = (await surfaces()).surfaces.map(({ surface_id }) => surface_id);
    await stage.call('electron_switch_surface', { surfaceId: second as string });
    expect(await go('changed')).toMatchObject({ result: null });
    expect(await go('kept')).toMatchObject({ result: 'Windows' });
    await stage.call('electron_switch_surface', { surfaceId: first as string });
    expect(await go('changed')).toMatchObject({ result: true });
  });

  it('show strings without secrets, as the stage masks them', async () => {
    await stage.call('electron_open_page', { url: pages.address('windows.html') });
    expect(await go('mask')).toMatchObject({ result: ['dark', '[redacted]', 'Bearer [redacted]'] });
  });
});

describe.skipIf(lacksElectron)('changes of a plugin to an app', () => {
  it('are undone before the stage detaches from an app that keeps running', async () => {
    const place = await openElectronPlace();
    const app = path.join(import.meta.dirname, '../apps/desk');
    const outside = await startOutsideApp(place, ['--inspect-port=0', app]);
    // The signal that opens the inspector ends an app that does not run yet.
    await outside.printed(/(desk is ready)/u);
    const stage = await open({ environment: place.environment });
    const go = (value: string) => stage.call('meddler_go', { value });
    const inject = () => stage.call('electron_inject', { pid: outside.pid, timeoutMs: 30_000 });
    try {
      expect(await inject()).toMatchObject({ ok: true });
      await go('main');
      await go('change');
      expect([await go('inMain'), await go('changed')]).toMatchObject([{ result: 'Desk' }, { result: true }]);
      expect(await stage.call('electron_detach')).toMatchObject({ detached: true });
      // On a loaded machine, the first attempt after a detach can fail.
      await vi.waitFor(async () => expect(await inject()).toMatchObject({ ok: true }), 40_000);
      expect([await go('inMain'), await go('changed')]).toMatchObject([{ result: null }, { result: null }]);
      await go('main');
      expect(await go('end')).toMatchObject({ code: 'PLUGIN_STOPPED' });
      expect(await go('inMain')).toMatchObject({ result: null });
    } finally {
      await stage.close();
      await outside.close();
      await place.close();
    }
  });
});
