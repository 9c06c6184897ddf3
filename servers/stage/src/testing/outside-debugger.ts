import { findDebuggerOf } from '../apps/discover.ts';
import { CdpConnection } from '../cdp/connection.ts';
import type { CdpSession } from '../cdp/connection.ts';

/** A second debugger of an app, by which a test causes the events that a session must survive. */
export interface OutsideDebugger {
  /** The debugger of the oldest window, or of the one with this in its address. */
  readonly page: (address?: string) => Promise<CdpSession>;
  /** Runs code in the oldest window, and does not wait for its end. */
  readonly begin: (code: string) => Promise<void>;
  readonly browser: CdpSession;
  readonly close: () => void;
}

/** Connects to the app with this main process. */
export const openOutsideDebugger = async (pid: number, timeoutMs = 30_000): Promise<OutsideDebugger> => {
  const found = await findDebuggerOf(pid, timeoutMs);
  if (!found) throw new Error(`Process ${pid} does not listen for a debugger`);
  const connection = await CdpConnection.open(found.devtools, timeoutMs);
  const browser = connection.session();
  const page = async (address = ''): Promise<CdpSession> => {
    const { targetInfos } = await browser.send('Target.getTargets', undefined, { timeoutMs });
    const targetId = targetInfos.find(({ type, url }) => type === 'page' && url.includes(address))?.targetId ?? '';
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true }, { timeoutMs });
    return connection.session(sessionId);
  };
  return {
    browser,
    page,
    begin: async (code) => {
      const session = await page();
      // The answer comes before the code runs.
      await session.send('Runtime.evaluate', { expression: `setTimeout(() => { ${code} }, 0); 0` }, { timeoutMs });
    },
    close: () => connection.close(),
  };
};
