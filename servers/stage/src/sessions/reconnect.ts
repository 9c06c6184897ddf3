import { setTimeout as pause } from 'node:timers/promises';
import { findDebugger } from '../apps/discover.ts';
import { CdpConnection } from '../cdp/connection.ts';

/** The pauses before each attempt. An app that still runs accepts a connection at once. */
const pausesMs = [0, 100, 300, 1000];
const handshakeMs = 2000;

/** Connects again to an app whose connection was lost. Undefined if the app cannot be reached, or has exited. */
export const reconnect = async (
  devtools: string,
  exited: Promise<unknown> = new Promise(() => undefined),
): Promise<CdpConnection | undefined> => {
  let isOver = false;
  void exited.then(() => (isOver = true));
  const { port, pathname } = new URL(devtools);
  for (const ms of pausesMs) {
    await Promise.race([pause(ms), exited]);
    if (isOver) return undefined;
    try {
      const found = await findDebugger(Number(port), handshakeMs);
      // Another app that has taken the port has another address.
      if (found && new URL(found.devtools).pathname === pathname)
        return await CdpConnection.open(devtools, handshakeMs);
    } catch {
      // The next attempt may reach it.
    }
  }
  return undefined;
};
