import { request } from 'node:http';
import { CdpTimeoutError } from '../cdp/cdp-errors.ts';
import { CdpConnection } from '../cdp/connection.ts';
import { listeningPorts } from './listening-ports.ts';

/** A debugger that listens on this machine. */
export interface FoundDebugger {
  readonly port: number;
  /** The product and its version, as the debugger says. */
  readonly browser: string;
  readonly devtools: string;
}

const mostBytes = 64 * 1024;

/**
 * Asks a port of this machine for the debugger of an app. Undefined if there is none. Throws CdpTimeoutError if
 * something listens there and does not answer in time.
 */
export const findDebugger = async (port: number, timeoutMs: number): Promise<FoundDebugger | undefined> => {
  const text = await read(port, timeoutMs).catch((error: unknown) => {
    if (error instanceof CdpTimeoutError) throw error;
    return undefined;
  });
  const said = text === undefined ? undefined : parse(text);
  const { Browser: browser, webSocketDebuggerUrl: address } = said ?? {};
  if (typeof browser !== 'string' || typeof address !== 'string' || !URL.canParse(address)) return undefined;
  // The debugger names the host that it was asked for; only the path is its own.
  return { port, browser, devtools: `ws://127.0.0.1:${port}${new URL(address).pathname}` };
};

/** Finds the debugger of a process among the ports that it listens on. */
export const findDebuggerOf = async (pid: number, timeoutMs: number): Promise<FoundDebugger | undefined> => {
  const ports = await listeningPorts(pid);
  // A port of the app itself may not speak HTTP, and never answer.
  const found = await Promise.allSettled(ports.map((port) => findDebugger(port, timeoutMs)));
  const fulfilled = found.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  const [refused] = found.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  if (fulfilled.length === 0 && refused) throw refused;
  return fulfilled[0];
};

const read = (port: number, timeoutMs: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => asked.destroy(new CdpTimeoutError('/json/version', timeoutMs)), timeoutMs);
    const asked = request({ host: '127.0.0.1', port, path: '/json/version' }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > mostBytes) asked.destroy(new Error('The answer is too long'));
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.on('close', () => clearTimeout(timer));
    asked.end();
  });

const parse = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

/** Says which app listens: its name and process, asked over the debugger itself. */
export const describeDebugger = async (
  { port, browser, devtools }: FoundDebugger,
  timeoutMs: number,
): Promise<{ port: number; appName: string; browser: string; pid: number | null }> => {
  const connection = await CdpConnection.open(devtools, timeoutMs).catch(() => undefined);
  const session = connection?.session();
  const info = await session?.send('SystemInfo.getProcessInfo', undefined, { timeoutMs }).catch(() => undefined);
  const version = await session?.send('Browser.getVersion', undefined, { timeoutMs }).catch(() => undefined);
  connection?.close();
  const pid = info?.processInfo.find(({ type }) => type === 'browser')?.id ?? null;
  return { port, appName: appNameOf(version?.userAgent) ?? browser, browser, pid };
};

/** An Electron app puts its own name and version before those of Chromium: `App/1.2.3 Chrome/… Electron/…`. */
const appNameOf = (userAgent = ''): string | undefined =>
  /\)\s+(?<name>[^\s/]+)\/\S+ Chrome\/\S+ Electron\//u.exec(userAgent)?.groups?.['name'];
