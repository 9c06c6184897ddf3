import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksElectron } from '../src/testing/electron-place.ts';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

interface SurfaceAnswer {
  readonly surface_id: string;
  readonly kind: string;
  readonly title: string;
  readonly url: string;
}
interface Answer {
  readonly surfaces: readonly SurfaceAnswer[];
  readonly matches: readonly { readonly ref: number }[];
  readonly snapshot: string;
}

/** Windows and frames come and go when the app gets to it. */
const pollMs = 20;

/** Lists the surfaces until they are as the test waits for. */
const surfacesUntil = async (
  app: OpenApp,
  isThere: (surfaces: readonly SurfaceAnswer[]) => boolean,
): Promise<readonly SurfaceAnswer[]> => {
  for (;;) {
    const { surfaces } = await app.call<Answer>('electron_surfaces_list');
    if (isThere(surfaces)) return surfaces;
    await pause(pollMs);
  }
};

const snapshotUntil = async (app: OpenApp, part: string): Promise<string> => {
  for (;;) {
    const { snapshot } = await app.call<Answer>('electron_snapshot');
    if (snapshot.includes(part)) return snapshot;
    await pause(pollMs);
  }
};

describe.each(hosts)('surfaces in %s', (host) => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp(host, 'windows.html');
  });
  afterAll(() => app.close());

  const kind = host === 'Electron' ? 'window' : 'page';
  const refOf = async (nameExact: string): Promise<number> =>
    (await app.call<Answer>('electron_find', { name_exact: nameExact })).matches[0]?.ref as number;

  it('have the titles that their pages have now', async () => {
    await app.show('windows.html');
    const [first] = await surfacesUntil(app, (surfaces) => surfaces[0]?.title === 'Windows');
    expect(first).toMatchObject({ kind, url: app.pages.address('windows.html') });
    await app.evaluate(`document.title = 'Windows (2)'`);
    await surfacesUntil(app, (surfaces) => surfaces[0]?.title === 'Windows (2)');
  });

  it('come and go with windows, and keep references apart', async () => {
    await app.show('windows.html');
    const { surface_id: first } = (await surfacesUntil(app, ({ length }) => length === 1))[0] as SurfaceAnswer;
    const open = await refOf('Open inspector');
    await app.evaluate(`openWindow('actions.html')`);
    const [, opened] = await surfacesUntil(app, (surfaces) => surfaces[1]?.title === 'Actions');
    const second = opened?.surface_id as string;
    expect(await app.call('electron_switch_surface', { surfaceId: second })).toMatchObject({
      active: { kind, title: 'Actions' },
    });
    const save = await refOf('Save draft');
    expect(await app.call('electron_get_text', { ref: open })).toMatchObject({
      code: 'REF_NOT_FOUND',
      details: { reason: 'other_surface', surface_id: first },
    });
    await app.call('electron_switch_surface', { surfaceId: first });
    expect(await app.call('electron_get_text', { ref: open })).toMatchObject({ text: 'Open inspector' });
    expect(await app.call('electron_get_text', { ref: save })).toMatchObject({ code: 'REF_NOT_FOUND' });
    await app.call('electron_switch_surface', { surfaceId: second });
    await app.evaluate('window.close()').catch(() => undefined);
    await surfacesUntil(app, ({ length }) => length === 1);
    expect(await app.call('electron_snapshot')).toMatchObject({ code: 'SURFACE_CLOSED' });
    expect(await app.call('electron_switch_surface', { surfaceId: first })).toMatchObject({
      active: { title: 'Windows' },
    });
    expect(await app.call('electron_get_text', { ref: save })).toMatchObject({ details: { reason: 'removed' } });
    expect(await app.call('electron_get_text', { ref: open })).toMatchObject({ text: 'Open inspector' });
  });

  it('are listed within bounds, whatever their addresses and titles are', async () => {
    await app.show(`<!doctype html><title>${'long '.repeat(20_000)}</title><p>Text`);
    const [first] = await surfacesUntil(app, (surfaces) => surfaces[0]?.title.startsWith('long') === true);
    expect(first?.title.length).toBeLessThan(300);
    await app.evaluate(`history.replaceState({}, '', '?${'x'.repeat(20_000)}')`);
    const [now] = await surfacesUntil(app, (surfaces) => surfaces[0]?.url.includes('xxx') === true);
    expect(now?.url.length).toBeLessThan(1000);
  });

  it('show frames of other sites inside frames of other sites, and keep their references', async () => {
    await app.show('partners.html');
    const snapshot = await snapshotUntil(app, 'at level 0');
    expect(snapshot).toMatch(/iframe "Other site"[^]*level 1[^]*iframe "Other site"[^]*level 0/u);
    const { matches } = await app.call<Answer>('electron_find', { name_exact: 'Refresh' });
    for (const { ref } of matches)
      expect(await app.call('electron_get_text', { ref })).toMatchObject({ text: 'Refresh' });
    await app.evaluate(`document.querySelector('iframe').remove()`);
    const [own, inOther, inNested] = matches as readonly [{ ref: number }, { ref: number }, { ref: number }];
    expect(await app.call('electron_get_text', { ref: own.ref })).toMatchObject({ text: 'Refresh' });
    for (const { ref } of [inOther, inNested]) {
      expect(await app.call('electron_get_text', { ref })).toMatchObject({
        code: 'REF_NOT_FOUND',
        details: { reason: 'removed' },
      });
    }
  });

  it('do not miss frames of a page that they have left', async () => {
    await app.show('partners.html');
    await snapshotUntil(app, 'at level 0');
    await app.show('actions.html');
    const answer = await app.call('electron_snapshot');
    expect(answer).toMatchObject({ title: 'Actions' });
    expect(answer).not.toHaveProperty('incomplete');
  });
});

describe.skipIf(lacksElectron)('a webview', () => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp('Electron', 'browser.html');
  });
  afterAll(() => app.close());

  it('is a surface of its own, and its window is the active one', async () => {
    const surfaces = await surfacesUntil(app, (all) => all.some(({ title }) => title === 'Actions'));
    const [window, webview] = surfaces.toSorted((one, other) => other.kind.localeCompare(one.kind));
    expect([window, webview]).toMatchObject([
      { kind: 'window', title: 'Browser' },
      { kind: 'webview', title: 'Actions' },
    ]);
    const host = await app.call<Answer>('electron_snapshot');
    expect(host).toMatchObject({ surface_id: window?.surface_id });
    expect(host.snapshot).toContain('button "Back"');
    expect(host.snapshot).not.toContain('Save draft');
    await app.call('electron_switch_surface', { surfaceId: webview?.surface_id as string });
    expect((await app.call<Answer>('electron_snapshot')).snapshot).toContain('button "Save draft"');
  });
});
