import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../../src/observe/testing/open-page.ts';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import { openPluginStage } from './open-plugin-stage.ts';
import type { PluginStage } from './open-plugin-stage.ts';
import { serveHtml } from './serve-html.ts';
import type { ServedHtml } from './serve-html.ts';

const apps = path.join(import.meta.dirname, '../apps');
const plugin = { use: 'visual', grant: ['page', 'elements', 'pictures', 'files'] };

interface Written {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}
interface Mismatch {
  readonly code: string;
  readonly details: {
    readonly diff_pixels: number;
    readonly regions: readonly { readonly x: number; readonly y: number; readonly width: number }[];
    readonly actual_path: string;
    readonly diff_path: string;
  };
}

const sizeOf = (file: string): readonly [number, number] => {
  const png = readFileSync(file);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

const shop = `<!doctype html><meta charset="utf-8"><title>Shop</title>
  <style>body { margin: 0; font: 16px monospace } #box { position: absolute; left: 100px; top: 60px; width: 40px; height: 30px; background: teal }
    #clock { animation: fade .05s infinite alternate } @keyframes fade { to { opacity: 0 } }</style>
  <h1>Shop</h1><div id="box"></div><p id="clock">tick</p><input id="secret" type="password" value="hunter2">
  <button id="move" onclick="box.style.background = 'crimson'">Move</button>
  <button id="edit" onclick="secret.value = 'another-one'">Edit</button>
  <p id="sheets"></p><button id="count" onclick="sheets.textContent = document.adoptedStyleSheets.length + ' sheets'">Count</button>`;

describe.skipIf(lacksBrowser)('pictures of a page', () => {
  let stage: PluginStage;
  let web: ServedHtml;
  let folder: string;
  beforeAll(async () => {
    web = await serveHtml();
    stage = await openPluginStage([{ ...plugin, config: { fontFingerprint: 'debian' } }]);
    folder = path.join(stage.folder, '.recourse/stage/visual');
  });
  afterAll(async () => {
    await stage.close();
    web.close();
  });
  const open = async (html: string) => {
    await stage.call('electron_stop');
    expect(await stage.call('electron_open_page', { url: web.publish(html) })).toMatchObject({ ok: true });
  };
  const update = (args: Parameters<PluginStage['call']>[1]) =>
    stage.call<Written>('visual_update_baseline', { confirm: true, ...args });

  it('match their baseline although the page is animated', async () => {
    await open(shop);
    expect(await stage.call('visual_expect', { name: 'shop' })).toMatchObject({ code: 'visual.BASELINE_NOT_FOUND' });
    expect(await update({ name: 'shop' })).toMatchObject({ ok: true, replaced: false, masked: 1 });
    expect(await stage.call('visual_expect', { name: 'shop' })).toMatchObject({ matched: true, diff_pixels: 0 });
    expect(await stage.call('visual_expect', { name: 'shops' })).toMatchObject({
      code: 'visual.BASELINE_NOT_FOUND',
      details: { available: ['shop'] },
    });
  });

  it('do not show secrets, which may change', async () => {
    await stage.call('electron_click', { selector: '#edit' });
    expect(await stage.call('visual_expect', { name: 'shop', masks: [] })).toMatchObject({ matched: true });
  });

  it('that differ are a mismatch, with the place and a picture of it', async () => {
    await stage.call('electron_click', { selector: '#move' });
    const found = await stage.call<Mismatch>('visual_expect', { name: 'shop' });
    expect(found).toMatchObject({ code: 'visual.MISMATCH', retryable: false });
    const { regions, diff_pixels, actual_path, diff_path } = found.details;
    expect(regions).toContainEqual({ x: 100, y: 60, width: 40, height: 30, pixels: 1200 });
    expect(diff_pixels).toBeGreaterThanOrEqual(1200);
    const [width, height] = sizeOf(actual_path);
    expect(sizeOf(diff_path)).toEqual([3 * width + 16, height]);
    const many = { name: 'shop', maxDiffPixels: diff_pixels };
    expect(await stage.call('visual_expect', many)).toMatchObject({ matched: true, diff_pixels });
    expect(await stage.call('visual_expect', { ...many, maxDiffPixels: diff_pixels - 1 })).toMatchObject({ ok: false });
    expect(await stage.call('visual_expect', { name: 'shop', maxDiffRatio: 0.5 })).toMatchObject({ matched: true });
  });

  it('become the baseline with confirm only, and the one before it is kept', async () => {
    expect(await stage.call('visual_update_baseline', { name: 'shop' })).toMatchObject({ code: 'BAD_ARGUMENT' });
    const refused = await stage.call('visual_update_baseline', { name: 'shop', confirm: false });
    expect(refused).toMatchObject({ code: 'BAD_ARGUMENT' });
    const before = readFileSync(path.join(folder, 'baselines/shop.png'));
    expect(await update({ name: 'shop' })).toMatchObject({ replaced: true });
    expect(readFileSync(path.join(folder, 'previous/shop.png')).equals(before)).toBe(true);
    expect(await stage.call('visual_expect', { name: 'shop' })).toMatchObject({ matched: true });
  });

  it('show one element, the whole page, and black in place of masks', async () => {
    expect(await stage.call('visual_capture', { selector: '#box' })).toMatchObject({ width: 40, height: 30 });
    await update({ name: 'box', selector: '#box', masks: ['#box'] });
    await open(shop);
    expect(await stage.call('visual_expect', { name: 'box', selector: '#box', masks: ['#box'] })).toMatchObject({
      matched: true,
    });
    await open(`${shop}<div style="height: 2500px"></div>`);
    const whole = await stage.call<Written>('visual_capture', { name: 'whole', fullPage: true });
    expect(whole.height).toBeGreaterThan(2500);
    expect(sizeOf(whole.path)).toEqual([whole.width, whole.height]);
    expect(await stage.call('visual_expect', { name: 'shop', fullPage: true })).toMatchObject({
      code: 'visual.ENV_MISMATCH',
      details: { differences: ['fullPage was false, now true'] },
    });
  });

  it('leave no style sheet in the page', async () => {
    await stage.call('electron_click', { selector: '#count' });
    expect(await stage.call('electron_get_text', { selector: '#sheets' })).toMatchObject({ text: '0 sheets' });
  });

  it.each([
    [{ name: '../up' }, 'BAD_ARGUMENT'],
    [{ name: 'Shop' }, 'BAD_ARGUMENT'],
    [{ name: '' }, 'BAD_ARGUMENT'],
    [{ name: 'shop', threshold: 2 }, 'BAD_ARGUMENT'],
    [{ name: 'shop', settleMs: 60_000 }, 'BAD_ARGUMENT'],
    [{ name: 'shop', masks: ['a{} body'] }, 'visual.INVALID_SELECTOR'],
    [{ name: 'shop', masks: ['input[value^=h]'] }, 'visual.INVALID_SELECTOR'],
    [{ name: 'shop', selector: '#box >>> b' }, 'visual.INVALID_SELECTOR'],
    [{ name: 'shop', selector: '#nowhere' }, 'SELECTOR_NO_MATCH'],
  ])('are refused for %j with %s', async (args, code) => {
    expect(await stage.call('visual_expect', args)).toMatchObject({ ok: false, code });
  });

  it('are not compared with a baseline that is damaged or from elsewhere', async () => {
    await open(shop);
    await update({ name: 'fixed' });
    const file = (name: string): string => path.join(folder, 'baselines', name);
    const [json, png] = [readFileSync(file('fixed.json'), 'utf8'), readFileSync(file('fixed.png'))];
    const expectFixed = () => stage.call('visual_expect', { name: 'fixed' });
    const damaged = { code: 'visual.BASELINE_INVALID' };
    writeFileSync(file('fixed.png'), 'not a picture');
    expect(await expectFixed()).toMatchObject(damaged);
    writeFileSync(file('fixed.png'), png);
    writeFileSync(file('fixed.json'), '{"version":1}');
    expect(await expectFixed()).toMatchObject(damaged);
    rmSync(file('fixed.json'));
    expect(await expectFixed()).toMatchObject(damaged);
    writeFileSync(file('fixed.json'), json.replace('"fonts": "debian"', '"fonts": "other"'));
    expect(await expectFixed()).toMatchObject({ code: 'visual.ENV_MISMATCH' });
    writeFileSync(file('fixed.json'), json);
    expect(await expectFixed()).toMatchObject({ matched: true });
  });

  it('are not written through links or where a folder is in the way', async () => {
    rmSync(path.join(folder, 'captures'), { recursive: true, force: true });
    symlinkSync('/etc', path.join(folder, 'captures'));
    expect(await stage.call('visual_capture', {})).toMatchObject({ code: 'visual.PATH_INVALID' });
    rmSync(path.join(folder, 'captures'));
    mkdirSync(path.join(folder, 'captures/taken.png'), { recursive: true });
    expect(await stage.call('visual_capture', { name: 'taken' })).toMatchObject({ code: 'visual.WRITE_FAILED' });
  });

  it('that never stand still are visual.UNSTABLE, and can be masked', async () => {
    const noise = 'setInterval(() => { noise.textContent = String(Math.random()); }, 1)';
    await open(`<!doctype html><title>Noise</title><p id="noise" style="width: 400px">x</p><script>${noise}</script>`);
    expect(await stage.call('visual_capture', {})).toMatchObject({ code: 'visual.UNSTABLE', retryable: true });
    expect(await stage.call('visual_capture', { masks: ['#noise'] })).toMatchObject({ ok: true });
  });

  it('that are too large, or whose secrets move, are refused', async () => {
    await open('<!doctype html><title>Tall</title><div style="height: 15000px"></div>');
    expect(await stage.call('visual_capture', { fullPage: true })).toMatchObject({ code: 'visual.IMAGE_TOO_LARGE' });
    const jump = 'setInterval(() => { secret.style.left = Math.random() * 500 + "px"; }, 1)';
    const field = '<input id="secret" type="password" value="hunter2" style="position: absolute">';
    await open(`<!doctype html><title>Jump</title>${field}<script>${jump}</script>`);
    expect(await stage.call('visual_capture', {})).toMatchObject({ code: 'visual.SURFACE_UNSUPPORTED' });
  });
});

describe.skipIf(lacksElectron)('pictures of an Electron app', () => {
  it('are compared across launches', async () => {
    const place = await openElectronPlace();
    const stage = await openPluginStage([plugin], { environment: place.environment, appRoots: [apps] });
    try {
      await stage.call('electron_launch', { main: path.join(apps, 'hello') });
      expect(await stage.call('visual_update_baseline', { name: 'hello', confirm: true })).toMatchObject({ ok: true });
      await stage.call('electron_stop');
      await stage.call('electron_launch', { main: path.join(apps, 'hello') });
      expect(await stage.call('visual_expect', { name: 'hello' })).toMatchObject({ matched: true });
      await stage.call('electron_stop');
      await stage.call('electron_launch', { main: path.join(apps, 'native') });
      expect(await stage.call('visual_expect', { name: 'hello' })).toMatchObject({ ok: false });
    } finally {
      await stage.close();
      await place.close();
    }
  });
});
