import { setTimeout as pause } from 'node:timers/promises';
import { findDebugger } from '../apps/discover.ts';
import type { Reached, RunningApp } from '../apps/running-app.ts';
import { CdpConnection } from '../cdp/connection.ts';
import type { Connected, Route } from './route.ts';

/** The pauses before each attempt. An app that still runs accepts a connection at once. */
const pausesMs = [0, 100, 300, 1000];
/** A program that restarts the app may build it first. */
const restartPausesMs = [...pausesMs, ...Array.from({ length: 10 }, () => 500)];
const handshakeMs = 2000;

/** Reaches an app over its debugging port. An app that was started here tells its addresses again. */
export const createPortRoute = (devtools: string, app?: RunningApp): Route => ({
  open: async (timeoutMs) => ({
    connection: await CdpConnection.open(devtools, timeoutMs),
    main: app?.main,
    address: devtools,
  }),
  openAgain: () => openAgain(app?.reach ?? (() => Promise.resolve({ devtools, main: undefined })), app),
});

const openAgain = async (
  reach: () => Promise<Reached>,
  app: RunningApp | undefined,
): Promise<Connected | undefined> => {
  const exited: Promise<unknown> = app?.exited ?? new Promise(() => undefined);
  let isOver = false;
  void exited.then(() => (isOver = true));
  for (const ms of app?.canRestart ? restartPausesMs : pausesMs) {
    await Promise.race([pause(ms), exited]);
    if (isOver) return undefined;
    try {
      const { devtools: address, main } = await reach();
      const { hostname, port, pathname } = new URL(address);
      const found = await findDebugger({ host: hostname, port: Number(port) }, handshakeMs);
      // Another app that has taken the port has another address.
      if (!found || new URL(found.devtools).pathname !== pathname) continue;
      return { connection: await CdpConnection.open(address, handshakeMs), main, address };
    } catch {
      // The next attempt may reach it.
    }
  }
  return undefined;
};
