import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Server } from '@recourse/engine';
import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import type { OpenPage } from '../src/observe/testing/open-page.ts';
import { colourAt } from '../src/testing/colour-at.ts';
import { openPageServer } from '../src/testing/page-server.ts';
import type { PageServer } from '../src/testing/page-server.ts';

let opened: PageServer;
let page: OpenPage;
let server: Server;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-pictures-'));
  opened = await openPageServer({ screenshotFolder: path.join(folder, 'pictures') });
  ({ page, server } = opened);
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Shot {
  readonly answer: JsonObject;
  readonly image: { readonly data: Buffer; readonly mimeType: string } | undefined;
}

const shoot = async (args: JsonObject = {}): Promise<Shot> => {
  const caller = { transport: 'in-process', local: true } as const;
  const { structuredContent, content } = await server.respond({ tool: 'electron_screenshot', arguments: args, caller });
  const block = content.find(({ type }) => type === 'image') as { data: string; mimeType: string } | undefined;
  return {
    answer: structuredContent as JsonObject,
    image: block && { data: Buffer.from(block.data, 'base64'), mimeType: block.mimeType },
  };
};

const secretPage = `<!doctype html><style>body{margin:0;background:#fff}*{border:0;padding:0}
  .box{position:absolute;left:20px;width:100px;height:40px}</style>
  <div class=box style="top:20px;background:#00ff00" id=plain></div>
  <input class=box type=password value=hunter2 style="top:100px;background:#ff0000">
  <p class=box data-secret style="top:180px;background:#ff0000;margin:0">token</p>`;

describe.skipIf(lacksBrowser)('electron_screenshot', () => {
  it('returns an image of the viewport with secrets blacked out', async () => {
    await page.load(secretPage);
    const { answer, image } = await shoot();
    expect(answer).toMatchObject({ ok: true, format: 'png', masked: 2, truncated: false, bytes: image?.data.length });
    expect(image?.mimeType).toBe('image/png');
    const data = image?.data as Buffer;
    expect([colourAt(data, 60, 40), colourAt(data, 60, 120), colourAt(data, 60, 200)]).toEqual([
      '#00ff00',
      '#000000',
      '#000000',
    ]);
  });

  it('hides a password that the page has turned into text, and secrets in frames of this and of another site', async () => {
    const inner = `<style>body{margin:0}</style><input type=password value=x style="width:100px;height:40px;background:#ff0000;border:0">`;
    await page.load(
      `<!doctype html><style>body{margin:0}iframe{position:absolute;left:10px;width:200px;height:60px;border:0}</style>
      <input id=p type=password value=x style="width:100px;height:40px;background:#ff0000;border:0;display:block">
      <iframe style="top:100px" srcdoc='${inner}'></iframe><iframe style="top:200px" src="${page.foreign(inner)}"></iframe>`,
      1,
    );
    await shoot();
    await page.evaluate(`document.querySelector('#p').type = 'text'`);
    const { answer, image } = await shoot();
    expect(answer).toMatchObject({ masked: 3 });
    const data = image?.data as Buffer;
    expect([colourAt(data, 50, 20), colourAt(data, 60, 120), colourAt(data, 60, 220)]).toEqual([
      '#000000',
      '#000000',
      '#000000',
    ]);
  });

  it('shows one element, a part, or the whole page, with secrets where they are then', async () => {
    await page.load(`${secretPage}<div style="height:3000px"></div>
      <div id=far style="width:80px;height:30px;background:#0000ff"></div>
      <input type=password style="display:block;width:80px;height:30px;background:#ff0000">`);
    const element = await shoot({ selector: '#plain' });
    expect(element.answer).toMatchObject({ width: 100, height: 40, masked: 0 });
    expect(colourAt(element.image?.data as Buffer, 50, 20)).toBe('#00ff00');
    await page.evaluate('scrollTo(0, 10)');
    const scrolled = await shoot({ clip: { x: 20, y: 10, width: 10, height: 10 } });
    expect(colourAt(scrolled.image?.data as Buffer, 5, 5)).toBe('#00ff00');
    const outside = await shoot({ selector: '#far' });
    expect(outside.answer).toMatchObject({
      code: 'ELEMENT_NOT_VISIBLE',
      next_actions: ['electron_screenshot {"selector":"#far","fullPage":true}'],
    });
    const far = await shoot({ selector: '#far', fullPage: true });
    expect(colourAt(far.image?.data as Buffer, 40, 15)).toBe('#0000ff');
    const whole = await shoot({ fullPage: true });
    expect(whole.answer).toMatchObject({ masked: 3, truncated: false });
    const height = whole.answer['height'] as number;
    expect(height).toBeGreaterThan(3000);
    expect(colourAt(whole.image?.data as Buffer, 40, height - 15)).toBe('#000000');
    expect(await page.evaluate<number>('scrollY')).toBe(10);
  });

  it('shows the element with a role and a name, and refuses a target that is not exactly one element', async () => {
    await page.load(`<!doctype html><style>body{margin:0}button{display:block;width:60px;height:20px;border:0;padding:0}</style>
      <button style="background:#00ff00" aria-label=Go></button><button aria-label=Twin></button><button aria-label=Twin></button>
      <button aria-label=Far style="margin-top:3000px"></button>`);
    const { answer, image } = await shoot({ by: { role: 'button', name: 'Go' } });
    expect(answer).toMatchObject({ ok: true, width: 60, height: 20 });
    expect(colourAt(image?.data as Buffer, 30, 10)).toBe('#00ff00');
    expect((await shoot({ by: { role: 'button', name: 'None' } })).answer).toMatchObject({ code: 'SELECTOR_NO_MATCH' });
    const twin = { by: { role: 'button', name: 'Twin' } };
    expect((await shoot(twin)).answer).toMatchObject({ code: 'BAD_ARGUMENT', details: { argument: 'by' } });
    expect((await shoot({ ...twin, selector: 'button' })).answer).toMatchObject({ code: 'BAD_ARGUMENT' });
    expect((await shoot({ by: { role: 'button', name: 'Far' } })).answer).toMatchObject({
      code: 'ELEMENT_NOT_VISIBLE',
      next_actions: ['electron_screenshot {"by":{"role":"button","name":"Far"},"fullPage":true}'],
    });
  });

  it('writes new files into the allowed folder, and refuses other folders', async () => {
    await page.load('<!doctype html><body style="background:#123456">');
    const dir = path.join(folder, 'pictures', 'runs');
    const [one, two] = [
      (await shoot({ dir })).answer['path'],
      (await shoot({ dir: 'runs' })).answer['path'],
    ] as string[];
    expect([path.dirname(one ?? ''), path.dirname(two ?? '')]).toEqual([dir, dir]);
    expect(one).not.toBe(two);
    for (const given of ['..', folder, '/tmp'])
      expect((await shoot({ dir: given })).answer, given).toMatchObject({
        code: 'BAD_ARGUMENT',
        details: { argument: 'dir' },
      });
    expect((await shoot({ dir, path: 'a.png' })).answer).toMatchObject({ code: 'BAD_ARGUMENT' });
  });

  it('writes a file in the folder of the operator, and no other', async () => {
    await page.load('<!doctype html><body style="background:#123456">');
    const { answer, image } = await shoot({ path: 'sub/one.png' });
    expect(image).toBeUndefined();
    expect(answer['path']).toBe(path.join(folder, 'pictures', 'sub', 'one.png'));
    expect(colourAt(readFileSync(answer['path'] as string), 5, 5)).toBe('#123456');
    expect((await shoot({ path: 'sub/one.png' })).answer).toMatchObject({ ok: true });
    symlinkSync(folder, path.join(folder, 'pictures', 'out'));
    writeFileSync(path.join(folder, 'kept.png'), 'kept');
    symlinkSync(path.join(folder, 'kept.png'), path.join(folder, 'pictures', 'link.png'));
    for (const given of ['../one.png', path.join(folder, 'two.png'), 'out/three.png', 'link.png', 'one.txt', 'a.jpg']) {
      expect((await shoot({ path: given })).answer, given).toMatchObject({
        code: 'BAD_ARGUMENT',
        details: { argument: 'path' },
      });
    }
    expect(readFileSync(path.join(folder, 'kept.png'), 'utf8')).toBe('kept');
  });

  it('writes jpeg only if nothing has to be hidden', async () => {
    await page.load('<!doctype html><h1>Hi</h1>');
    const { answer, image } = await shoot({ format: 'jpeg', quality: 40 });
    expect(answer).toMatchObject({ ok: true, format: 'jpeg' });
    expect(image?.data.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    await page.load(secretPage);
    const refused = { code: 'BAD_ARGUMENT', details: { argument: 'format' } };
    expect((await shoot({ format: 'jpeg' })).answer).toMatchObject(refused);
    expect((await shoot({ quality: 40 })).answer).toMatchObject({ details: { argument: 'quality' } });
    expect((await shoot({ clip: { x: 9000, y: 0, width: 5, height: 5 } })).answer).toMatchObject({
      code: 'BAD_ARGUMENT',
      details: { argument: 'clip' },
    });
  });

  it('refuses a screenshot while secrets move, and takes one while anything else moves', async () => {
    const moving = (type: string): string => `<!doctype html><style>input{position:absolute;top:0;border:0}</style>
      <input type=${type}><script>{ const { port1, port2 } = new MessageChannel(); let height = 40;
      port1.onmessage = () => { document.querySelector('input').style.height = (height += 1) + 'px'; port2.postMessage(0); };
      port2.postMessage(0); }</script>`;
    await page.load(moving('password'));
    expect((await shoot()).answer).toMatchObject({ code: 'SURFACE_UNSUPPORTED', retryable: false });
    await page.load(moving('text'));
    expect((await shoot()).answer).toMatchObject({ ok: true, masked: 0 });
    expect((await shoot({ selector: 'input' })).answer).toMatchObject({ ok: true, masked: 0 });
  });
});
