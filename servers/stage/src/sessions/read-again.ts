import { CdpClosedError, CdpRefusedError } from '../cdp/cdp-errors.ts';
import { fail, StageError } from '../failing.ts';
import type { Session } from './session.ts';

/** How often an app is read whose page changes, or whose connection is lost, while it is read. */
const mostReads = 3;

/** Reads, and repeats a read that a reload or a lost connection has ended. Reading has no effect. */
export const readAgain = async <Value>(
  session: Pick<Session, 'connected'>,
  read: () => Promise<Value>,
): Promise<Value> => {
  for (let attempt = 1; ; attempt += 1) {
    await session.connected();
    try {
      return await read();
    } catch (error) {
      if (error instanceof CdpRefusedError && attempt === mostReads)
        throw new StageError(fail('CDP_TIMEOUT', { method: error.method }, { effect: 'none' }));
      if (!(error instanceof CdpClosedError || error instanceof CdpRefusedError) || attempt === mostReads) throw error;
    }
  }
};
