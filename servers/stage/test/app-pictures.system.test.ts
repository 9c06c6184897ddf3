import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
