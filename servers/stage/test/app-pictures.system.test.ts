import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colourAt } from '../src/testing/colour-at.ts';
import { hosts, openApp } from './apps/open-app.ts';
import type { OpenApp } from './apps/open-app.ts';

const login = '<!doctype html><title>Login</title><input type=password value=hunter2><input value=Ada>';
const plain = '<!doctype html><title>Plain</title><h1>Nothing to hide</h1>';

/** Calls answer at once while a webview loads in another process. */
const pollMs = 50;

interface Shot {
  readonly ok?: boolean;
  readonly masked: number;
  readonly bytes: number;
}

describe.each(hosts)('a picture of an app in %s', (host) => {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp(host, login);
  });
  afterAll(() => app.close());

  const shoot = (): Promise<Shot> => app.call<Shot>('electron_screenshot');

  it('hides passwords of the page and of frames of another site', async () => {
    await app.show(login);
    expect(await shoot()).toMatchObject({ format: 'png', masked: 1, bytes: expect.any(Number) as number });
    await app.show(`<!doctype html><iframe src="${app.pages.otherSite(login)}"></iframe>`);
    expect(await shoot()).toMatchObject({ masked: 1 });
    await app.show(plain);
    expect(await shoot()).toMatchObject({ masked: 0 });
  });

  it('shows all of a zoomed page, with secrets blacked out', async () => {
    await app.show(`<!doctype html><style>body{margin:0;height:940px}p,input{position:absolute;left:20px;width:100px;height:40px;margin:0;border:0;padding:0}</style>
      <p id=plain style="top:20px;background:#00ff00"></p><input type=password value=x style="top:100px;background:#ff0000">
      <p style="top:900px;background:#0000ff"></p>`);
    const picture = async (args: JsonObject): Promise<Buffer> => {
      const caller = { transport: 'in-process', local: true } as const;
      const { content } = await app.server.respond({ tool: 'electron_screenshot', arguments: args, caller });
      const block = content.find(({ type }) => type === 'image') as { data: string };
      return Buffer.from(block.data, 'base64');
    };
    const until = (condition: string): Promise<number> =>
      app.evaluate(
        `new Promise((resolve) => { const look = () => ${condition} ? resolve(devicePixelRatio) : setTimeout(look, 20); look(); })`,
      );
    for (const _ of [1, 2, 3]) await app.call('electron_key', { key: 'Control++' });
    try {
      const zoom = await until('devicePixelRatio > 1.25');
      const whole = await picture({ fullPage: true });
      const at = (x: number, y: number): string => colourAt(whole, Math.round(x * zoom), Math.round(y * zoom));
      expect([at(60, 40), at(60, 120), at(60, 920)]).toEqual(['#00ff00', '#000000', '#0000ff']);
      const part = await picture({ selector: '#plain' });
      expect(colourAt(part, Math.round(95 * zoom), Math.round(35 * zoom))).toBe('#00ff00');
    } finally {
      await app.call('electron_key', { key: 'Control+0' });
      await until('devicePixelRatio === 1');
    }
  });

  it.runIf(host === 'Electron')('hides a webview with a password, and shows one without', async () => {
    const around = (page: string): string =>
      `<!doctype html><webview src="${app.pages.otherSite(page)}" style="display:block;width:300px;height:200px"></webview>`;
    await app.show(around(login));
    expect(await shoot()).toMatchObject({ masked: 1 });
    await app.show(around(plain));
    // Hidden until it is known what the webview shows.
    while ((await shoot()).masked > 0) await pause(pollMs);
    expect(await shoot()).toMatchObject({ masked: 0 });
  });
});
