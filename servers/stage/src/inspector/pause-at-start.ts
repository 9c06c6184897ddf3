import type { CdpConnection } from '../cdp/connection.ts';

/**
 * Lets a process that waits for a debugger run until the first line of the app, where Electron's modules can be used.
 * Returns a function that lets it run on.
 */
export const pauseAtStart = async (connection: CdpConnection, timeoutMs: number): Promise<() => Promise<void>> => {
  const session = connection.session();
  let stop = (): unknown => undefined;
  let timer: NodeJS.Timeout | undefined;
  const paused = new Promise<void>((resolve) => {
    stop = session.on('Debugger.paused', () => resolve());
    // A runtime that does not pause runs the app already, and the agent comes a moment late.
    timer = setTimeout(resolve, timeoutMs);
  });
  try {
    await Promise.all([
      session.send('Debugger.enable', undefined, { timeoutMs }),
      session.send('Runtime.runIfWaitingForDebugger', undefined, { timeoutMs }),
    ]);
    await Promise.race([paused, connection.closed]);
  } finally {
    clearTimeout(timer);
    stop();
  }
  return async () => {
    await session.send('Debugger.disable', undefined, { timeoutMs });
  };
};
