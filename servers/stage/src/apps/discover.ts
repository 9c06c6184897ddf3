import { askPort } from '../cdp/ask-port.ts';
import type { Port } from '../cdp/ask-port.ts';
import { CdpConnection } from '../cdp/connection.ts';
import { listeningPorts } from './listening-ports.ts';

/** A debugger that listens on this machine. */
export interface FoundDebugger {
  readonly port: number;
  /** The product and its version, as the debugger says. */
  readonly browser: string;
  readonly devtools: string;
}

/**
 * Asks a port of this machine for the debugger of an app. Undefined if there is none. Throws CdpTimeoutError if
 * something listens there and does not answer in time.
 */
export const findDebugger = async (place: Port, timeoutMs: number): Promise<FoundDebugger | undefined> => {
  const said = await askPort(place, '/json/version', timeoutMs);
  const { Browser: browser, webSocketDebuggerUrl: address } = Object(said) as Record<string, unknown>;
  if (typeof browser !== 'string' || typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { host = '127.0.0.1', port } = place;
  // The debugger names the host that it was asked for; only the path is its own.
  const devtools = `ws://${host.includes(':') ? `[${host}]` : host}:${port}${new URL(address).pathname}`;
  return { port, browser, devtools };
};

/** Finds the debugger of a process among the ports that it listens on. */
export const findDebuggerOf = async (pid: number, timeoutMs: number): Promise<FoundDebugger | undefined> => {
  const ports = await listeningPorts(pid);
  // A port of the app itself may not speak HTTP, and never answer.
  const found = await Promise.allSettled(ports.map((port) => findDebugger({ port }, timeoutMs)));
  const fulfilled = found.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  const [refused] = found.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  if (fulfilled.length === 0 && refused) throw refused;
  return fulfilled[0];
};

/** Says which app listens: its name and process, asked over the debugger itself. */
export const describeDebugger = async (
  { port, browser, devtools }: FoundDebugger,
  timeoutMs: number,
): Promise<{ targetId: string; port: number; appName: string; browser: string; pid: number | null }> => {
  const connection = await CdpConnection.open(devtools, timeoutMs).catch(() => undefined);
  const session = connection?.session();
  const info = await session?.send('SystemInfo.getProcessInfo', undefined, { timeoutMs }).catch(() => undefined);
  const version = await session?.send('Browser.getVersion', undefined, { timeoutMs }).catch(() => undefined);
  connection?.close();
  const pid = info?.processInfo.find(({ type }) => type === 'browser')?.id ?? null;
  return { targetId: devtools, port, appName: appNameOf(version?.userAgent) ?? browser, browser, pid };
};

/** An Electron app puts its own name and version before those of Chromium: `App/1.2.3 Chrome/… Electron/…`. */
const appNameOf = (userAgent = ''): string | undefined =>
  /\)\s+(?<name>[^\s/]+)\/\S+ Chrome\/\S+ Electron\//u.exec(userAgent)?.groups?.['name'];
