import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { createServer } from '@recourse/engine';
import type { Server } from '@recourse/engine';
import type { CdpSession } from '../../src/cdp/connection.ts';
import { Sessions } from '../../src/sessions/sessions.ts';
import { readSettings } from '../../src/settings.ts';
import type { Surface } from '../../src/surface.ts';
import { throwIfBug } from '../../src/testing/code-check.ts';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import type { ElectronPlace } from '../../src/testing/electron-place.ts';
import { startOutsideApp } from '../../src/testing/outside-app.ts';
import type { OutsideApp } from '../../src/testing/outside-app.ts';
import { packageApp } from '../../src/testing/package-app.ts';
import { createTools } from '../../src/tools/index.ts';
import { servePages } from './serve-pages.ts';
import type { PageServer } from './serve-pages.ts';

/** A way to reach an app. Electron alone is a launch in development. */
export type HostName = 'Electron' | 'Chromium' | 'packaged Electron' | 'attached Electron' | 'injected Electron';

const chromium = process.env['RECOURSE_CHROMIUM'] ?? '/usr/bin/chromium';
const desk = path.join(import.meta.dirname, 'desk');
const loadTimeoutMs = 50_000;

/** The places where an app can run on this machine. In CI both must be there. */
export const hosts: readonly ('Electron' | 'Chromium')[] = [
  ...(lacksElectron ? [] : (['Electron'] as const)),
  ...(existsSync(chromium) || process.env['CI'] === 'true' ? (['Chromium'] as const) : []),
];

/** Every way to reach an app on this machine. */
export const transports: readonly HostName[] = [
  ...hosts,
  ...(lacksElectron ? [] : (['packaged Electron', 'attached Electron', 'injected Electron'] as const)),
];

/** An app in a host, and a stage with a session that looks at it. */
export interface OpenApp {
  readonly host: HostName;
  /** A folder that files may come from. It is deleted at the end. */
  readonly folder: string;
  readonly pages: PageServer;
  readonly sessions: Sessions;
  readonly server: Server;
  /** Calls a tool and returns its answer, or the failure. */
  readonly call: <Answer = JsonObject>(tool: string, args?: JsonObject) => Promise<Answer>;
  /** Loads a page by its name, or this HTML, in the active surface, and waits until it is loaded. */
  readonly show: (page: string) => Promise<void>;
  /** Runs code in the active surface, in the world of the page, and returns its value. */
  readonly evaluate: <Value>(code: string, session?: CdpSession) => Promise<Value>;
  readonly surface: () => Surface;
  /** Starts another session with the same page. The first must have ended. */
  readonly start: (page: string) => Promise<{ readonly session_id: string; readonly pid: number }>;
  readonly close: () => Promise<void>;
}

/** Opens a page in Electron or Chromium. `close` ends everything that was started. */
export const openApp = async (host: HostName, page: string): Promise<OpenApp> => {
  const place = host === 'Chromium' ? undefined : await openElectronPlace();
  const folder = await mkdtemp(path.join(tmpdir(), 'stage-app-'));
  const environment = {
    ...(place?.environment ?? process.env),
    STAGE_APP_ROOTS: [desk, folder].join(path.delimiter),
    STAGE_CHROMIUM: chromium,
    STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage --site-per-process',
  };
  const pages = await servePages();
  const sessions = new Sessions();
  const server = createServer({
    name: 'stage',
    version: '0.0.0',
    codes: stageCodes,
    dialect: 'stagewright',
    tools: createTools({ sessions, settings: readSettings(environment, desk), environment }),
  });
  const call = async <Answer>(tool: string, args: JsonObject = {}): Promise<Answer> => {
    const outcome = await server.call({ tool, arguments: args, caller: { transport: 'in-process', local: true } });
    const answer = outcome.ok ? outcome.value : outcome;
    throwIfBug(tool, answer);
    return answer as unknown as Answer;
  };
  const surface = (): Surface => sessions.find().active();
  const evaluate = async <Value>(code: string, session = surface().session): Promise<Value> => {
    const asked = { expression: code, returnByValue: true, awaitPromise: true, userGesture: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', asked, { timeoutMs: loadTimeoutMs });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Value;
  };
  const show = async (next: string): Promise<void> => {
    const { session } = surface();
    const loaded = new Promise<void>((resolve) => {
      const stop = session.on('Page.loadEventFired', () => {
        stop();
        resolve();
      });
    });
    await session.send('Page.navigate', { url: pages.address(next) }, { timeoutMs: loadTimeoutMs });
    await loaded;
  };
  let outside: OutsideApp | undefined;
  /** Starts the app as a person does. */
  const startOutside = async (port: string, url: string): Promise<{ readonly pid: number }> => {
    outside = await startOutsideApp(place as ElectronPlace, [port, desk, url]);
    await outside.printed(/(desk is ready)/u);
    return { pid: outside.pid };
  };
  const timeoutMs = loadTimeoutMs;
  const openings: Readonly<Record<HostName, (url: string) => Promise<JsonObject>>> = {
    Chromium: (url) => call('electron_open_page', { url, timeoutMs }),
    Electron: (url) => call('electron_launch', { main: desk, args: [url], timeoutMs }),
    'packaged Electron': async (url) => {
      const packaged = { folder: path.join(folder, 'packaged'), name: 'desk' };
      const executablePath = await packageApp((place as ElectronPlace).program, desk, packaged);
      return call('electron_launch', { executablePath, args: [url], timeoutMs });
    },
    'attached Electron': async (url) =>
      call('electron_attach', { ...(await startOutside('--remote-debugging-port=0', url)), timeoutMs }),
    'injected Electron': async (url) =>
      call('electron_inject', { ...(await startOutside('--inspect-port=0', url)), timeoutMs }),
  };
  const start = async (first: string): Promise<{ readonly session_id: string; readonly pid: number }> => {
    const opened = await openings[host](pages.address(first));
    if (typeof opened['session_id'] !== 'string') throw new Error(`${host} did not start: ${JSON.stringify(opened)}`);
    await show(first);
    return opened as unknown as { readonly session_id: string; readonly pid: number };
  };
  const close = async (): Promise<void> => {
    await sessions.close();
    await outside?.close();
    await pages.close();
    await place?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    await start(page);
  } catch (error) {
    await close();
    throw error;
  }
  return { host, folder, pages, sessions, server, call, show, evaluate, surface, start, close };
};
