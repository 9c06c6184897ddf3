import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CdpConnection } from '../../cdp/connection.ts';
import type { CdpSession } from '../../cdp/connection.ts';
import type { FrameSession, Surface } from '../../surface.ts';

const program = process.env['RECOURSE_CHROMIUM'] ?? '/usr/bin/chromium';
const startTimeoutMs = 60_000;

/** Tests that need Chromium are skipped on a machine without it, except in CI. */
export const lacksBrowser: boolean = !existsSync(program) && process.env['CI'] !== 'true';

/** A page of a running browser, with the means to change it from inside. */
export interface OpenPage {
  readonly surface: Surface;
  /** Loads other HTML at a new address of the page's own origin, and waits for the load and for frames of other sites. */
  readonly load: (html: string, frames?: number) => Promise<void>;
  /** Runs code in the page's own world, as the page itself does, and returns its value. */
  readonly evaluate: <Value>(code: string, session?: CdpSession) => Promise<Value>;
  /** The address of a document with this HTML at another site, for frames that live in another process. */
  readonly foreign: (html: string) => string;
  readonly close: () => Promise<void>;
}

/** A headless Chromium and the server of its pages. All pages share it. */
export interface TestBrowser {
  readonly openPage: (html?: string) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

/** Starts Debian's Chromium with its own profile. `close` ends the whole process group. */
export const startBrowser = async (): Promise<TestBrowser> => {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pages.get(request.url ?? '') ?? '');
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const profile = await mkdtemp(path.join(tmpdir(), 'stage-chromium-'));
  const child = spawn(
    program,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--site-per-process',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const connection = await CdpConnection.open(await debuggerAddress(child), startTimeoutMs);
  const publish = (html: string): string => {
    const place = `/${pages.size + 1}`;
    pages.set(place, html);
    return place;
  };
  return {
    openPage: async (html = '') => {
      const page = await attach(connection, {
        own: (content) => `http://127.0.0.1:${port}${publish(content)}`,
        foreign: (content) => `http://localhost:${port}${publish(content)}`,
      });
      await page.load(html);
      return page;
    },
    close: async () => {
      const ended = once(child, 'exit');
      connection.close();
      if (child.pid !== undefined && child.exitCode === null) {
        process.kill(-child.pid, 'SIGKILL');
        await ended;
      }
      server.closeAllConnections();
      server.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

interface TargetInfo {
  readonly targetId: string;
  readonly parentFrameId?: string;
}

interface Addresses {
  readonly own: (html: string) => string;
  readonly foreign: (html: string) => string;
}

const attach = async (connection: CdpConnection, { own, foreign }: Addresses): Promise<OpenPage> => {
  const browser = connection.session();
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(sessionId);
  const frames = new Map<string, FrameSession>();
  let changed = (): void => undefined;
  const follow = async (parent: CdpSession): Promise<void> => {
    const attached = async (id: string, { targetId: frameId, parentFrameId }: TargetInfo): Promise<void> => {
      const child = connection.session(id);
      await follow(child);
      frames.set(id, { frameId, session: child, parentFrameId });
      changed();
    };
    parent.on('Target.attachedToTarget', ({ sessionId: id, targetInfo }) => {
      // A frame that ends while it is attached is not waited for.
      if (targetInfo.type === 'iframe') attached(id, targetInfo).catch(() => undefined);
    });
    parent.on('Target.detachedFromTarget', ({ sessionId: id }) => frames.delete(id));
    await parent.send('Page.enable');
    await parent.send('Runtime.enable');
    await parent.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  };
  await follow(session);
  const top: FrameSession = { frameId: targetId, session, parentFrameId: undefined };
  const surface: Surface = {
    id: `surface-${targetId}`,
    kind: 'page',
    targetId,
    session,
    url: '',
    title: '',
    frames: () => [top, ...frames.values()],
    isClosed: false,
  };
  return {
    surface,
    foreign,
    load: async (html, expected = 0) => {
      const loaded = new Promise<void>((resolve) => {
        const stop = session.on('Page.loadEventFired', () => {
          stop();
          resolve();
        });
      });
      await session.send('Page.navigate', { url: own(html) }, { timeoutMs: startTimeoutMs });
      await loaded;
      await new Promise<void>((resolve) => {
        changed = () => {
          if (frames.size >= expected) resolve();
        };
        changed();
      });
    },
    evaluate: async <Value>(code: string, where = session) => {
      const { result, exceptionDetails } = await where.send(
        'Runtime.evaluate',
        { expression: code, returnByValue: true, awaitPromise: true },
        { timeoutMs: startTimeoutMs },
      );
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as Value;
    },
    close: async () => {
      await browser.send('Target.closeTarget', { targetId });
    },
  };
};

const debuggerAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + String(chunk)).slice(-20_000);
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`Chromium ended with exit code ${code}: ${output}`)));
    child.once('error', reject);
  });
