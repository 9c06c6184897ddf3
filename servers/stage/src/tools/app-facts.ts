import { z } from 'zod';
import type { CdpSession } from '../cdp/connection.ts';
import type { Session } from '../sessions/session.ts';

/** The app of a session: its name, and the versions that it runs on. A fact that the app does not tell is absent. */
export const appFacts = z.object({
  app: z.object({
    name: z.string().optional(),
    version: z.string().optional(),
    path: z.string().optional(),
    packaged: z.boolean().optional(),
  }),
  versions: z.object({
    electron: z.string().optional(),
    chrome: z.string().optional(),
    node: z.string().optional(),
    v8: z.string().optional(),
  }),
});
type AppFacts = z.output<typeof appFacts>;

const factsTimeoutMs = 5000;

/** Reads the facts in the main process where a session has one, and over the browser's debugger otherwise. */
export const readAppFacts = async (session: Session, signal: AbortSignal): Promise<AppFacts> => {
  const options = { timeoutMs: factsTimeoutMs, signal };
  return session.main ? readInMain(session.main, options) : readOfBrowser(session.active().session, options);
};

interface ReadOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Its inspector gives `require` to code of its command line only. */
const inMain = `(() => {
  const { app } = require('electron');
  const { electron, chrome, node, v8 } = process.versions;
  return {
    app: { name: app.getName(), version: app.getVersion(), path: app.getAppPath(), packaged: app.isPackaged },
    versions: { electron, chrome, node, v8 },
  };
})()`;

const readInMain = async (main: CdpSession, options: ReadOptions): Promise<AppFacts> => {
  const code = { expression: inMain, includeCommandLineAPI: true, returnByValue: true };
  const { result } = await main.send('Runtime.evaluate', code, options);
  const read = appFacts.safeParse(result.value);
  return read.success ? read.data : { app: {}, versions: {} };
};

/** An Electron app puts its own name before those of Chromium: `App/1.2.3 Chrome/… Electron/…`. */
const own = /\)\s+(?<name>[^\s/]+)\/(?<version>\S+) Chrome\/\S+ Electron\//u;
const electronVersion = /\bElectron\/(?<version>\S+)/u;

const readOfBrowser = async (page: CdpSession, options: ReadOptions): Promise<AppFacts> => {
  const { product, userAgent, jsVersion } = await page.send('Browser.getVersion', undefined, options);
  const { name, version } = own.exec(userAgent)?.groups ?? {};
  const electron = electronVersion.exec(userAgent)?.groups?.['version'];
  const chrome = product.split('/')[1];
  return {
    app: { ...(name !== undefined && { name }), ...(version !== undefined && { version }) },
    versions: { ...(electron !== undefined && { electron }), ...(chrome !== undefined && { chrome }), v8: jsVersion },
  };
};
