import { existsSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { createServer } from '@recourse/engine';
import type { CdpSession } from '../../src/cdp/connection.ts';
import { Sessions } from '../../src/sessions/sessions.ts';
import { readSettings } from '../../src/settings.ts';
import type { Surface } from '../../src/surface.ts';
import { lacksElectron, openElectronPlace } from '../../src/testing/electron-place.ts';
import { createTools } from '../../src/tools/index.ts';
import { servePages } from './serve-pages.ts';
import type { PageServer } from './serve-pages.ts';

export type HostName = 'Electron' | 'Chromium';

const chromium = process.env['RECOURSE_CHROMIUM'] ?? '/usr/bin/chromium';
const desk = path.join(import.meta.dirname, 'desk');
const loadTimeoutMs = 50_000;

/** The places where an app can run on this machine. In CI both must be there. */
export const hosts: readonly HostName[] = [
  ...(lacksElectron ? [] : (['Electron'] as const)),
  ...(existsSync(chromium) || process.env['CI'] === 'true' ? (['Chromium'] as const) : []),
];

/** An app in a host, and a stage with a session that looks at it. */
export interface OpenApp {
  readonly host: HostName;
  readonly pages: PageServer;
  readonly sessions: Sessions;
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
  const place = host === 'Electron' ? await openElectronPlace() : undefined;
  const environment = {
    ...(place?.environment ?? process.env),
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
    return (outcome.ok ? outcome.value : outcome) as unknown as Answer;
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
  const start = async (first: string): Promise<{ readonly session_id: string; readonly pid: number }> => {
    const url = pages.address(first);
    const opened =
      host === 'Electron'
        ? await call<JsonObject>('electron_launch', { main: desk, args: [url], timeoutMs: loadTimeoutMs })
        : await call<JsonObject>('electron_open_page', { url, timeoutMs: loadTimeoutMs });
    if (typeof opened['session_id'] !== 'string') throw new Error(`${host} did not start: ${JSON.stringify(opened)}`);
    await show(first);
    return opened as unknown as { readonly session_id: string; readonly pid: number };
  };
  const close = async (): Promise<void> => {
    await sessions.close();
    await pages.close();
    await place?.close();
  };
  try {
    await start(page);
  } catch (error) {
    await close();
    throw error;
  }
  return { host, pages, sessions, call, show, evaluate, surface, start, close };
};
