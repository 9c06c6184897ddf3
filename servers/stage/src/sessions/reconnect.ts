import { setTimeout as pause } from 'node:timers/promises';
import { findDebugger } from '../apps/discover.ts';
import type { RunningApp } from '../apps/running-app.ts';
import { CdpConnection } from '../cdp/connection.ts';

/** The pauses before each attempt. An app that still runs accepts a connection at once. */
const pausesMs = [0, 100, 300, 1000];
/** A program that restarts the app may build it first. */
const restartPausesMs = [...pausesMs, ...Array.from({ length: 10 }, () => 500)];
const handshakeMs = 2000;

type Addresses = Pick<RunningApp, 'devtools' | 'inspector'>;

export interface Reconnected {
  readonly connection: CdpConnection;
  readonly addresses: Addresses;
}

/** Connects again to an app whose connection was lost. Undefined if the app cannot be reached, or has exited. */
export const reconnect = async (known: Addresses, app: RunningApp | undefined): Promise<Reconnected | undefined> => {
  const exited: Promise<unknown> = app?.exited ?? new Promise(() => undefined);
  let isOver = false;
  void exited.then(() => (isOver = true));
  for (const ms of app?.latestAddresses ? restartPausesMs : pausesMs) {
    await Promise.race([pause(ms), exited]);
    if (isOver) return undefined;
    try {
      const addresses = (await app?.latestAddresses?.()) ?? known;
      const { port, pathname } = new URL(addresses.devtools);
      const found = await findDebugger(Number(port), handshakeMs);
      // Another app that has taken the port has another address.
      if (!found || new URL(found.devtools).pathname !== pathname) continue;
      return { connection: await CdpConnection.open(addresses.devtools, handshakeMs), addresses };
    } catch {
      // The next attempt may reach it.
    }
  }
  return undefined;
};
