import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { InjectError, injectApp } from '../apps/inject-app.ts';
import { lookAtProcess, startTimeOf } from '../apps/running-process.ts';
import { CdpConnection } from '../cdp/connection.ts';
import type { Connected, Route } from './route.ts';

/** The pauses before each attempt to reach the app again. */
const pausesMs = [0, 100, 300, 1000];
const againMs = 2000;
const pollMs = 50;

/** Reaches a running app through its main process, whose inspector is opened for that. */
export const createInjectedRoute = (pid: number): Route => {
  const owner = randomUUID();
  const startedAt = startTimeOf(pid);
  let hasOpened = false;
  const open = async (timeoutMs: number): Promise<Connected> => {
    const injected = await injectApp({ pid, owner, timeoutMs, hasOpened });
    ({ hasOpened } = injected);
    const { main } = injected;
    return { connection: new CdpConnection(main.openWindows()), main, address: main.address };
  };
  const hasEnded = (): boolean =>
    startedAt === undefined ? lookAtProcess(pid) === 'missing' : startTimeOf(pid) !== startedAt;
  return {
    pid,
    open: (timeoutMs = againMs) => open(timeoutMs),
    openAgain: async () => {
      for (const ms of pausesMs) {
        await pause(ms);
        if (hasEnded()) return undefined;
        try {
          return await open(againMs);
        } catch (error) {
          if (error instanceof InjectError && !error.isTemporary) return undefined;
        }
      }
      return undefined;
    },
    endsWithin: async (timeoutMs) => {
      const deadline = Date.now() + timeoutMs;
      while (!hasEnded() && Date.now() < deadline) await pause(pollMs);
      return hasEnded();
    },
  };
};
