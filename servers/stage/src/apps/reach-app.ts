import { randomUUID } from 'node:crypto';
import { CdpClosedError } from '../cdp/cdp-errors.ts';
import { MainProcess } from '../inspector/main-process.ts';
import type { ReadAddresses } from './printed-addresses.ts';
import type { Reached } from './running-app.ts';
import type { AppPlan } from './start-app.ts';

/** How long each call to the main process may take. */
const mainMs = 10_000;

export interface Reach {
  /** Throws CdpClosedError if the app does not exist yet, or not any more. */
  readonly reach: () => Promise<Reached>;
  readonly main: () => MainProcess | undefined;
}

/**
 * Connects to the main process of an app that was started here, as soon as it is there: it waits for that before it runs
 * any code of the app. The debugger of the browser follows.
 */
export const createReach = ({ inspector: wanted }: Pick<AppPlan, 'inspector'>, read: ReadAddresses): Reach => {
  const owner = randomUUID();
  let main: MainProcess | undefined;
  const openMain = async (address: string): Promise<void> => {
    if (!wanted || (main?.address === address && !main.isClosed)) return;
    const isWaiting = main?.address !== address;
    const agent = { owner, hasDialogs: wanted.hasDialogs, isInjected: false, endsInspector: false };
    main = await MainProcess.open(address, { ...agent, isWaiting, timeoutMs: mainMs });
  };
  const reach = async (): Promise<Reached> => {
    const { devtools, inspector } = await read();
    if (inspector !== undefined) await openMain(inspector);
    if (devtools === undefined) throw new CdpClosedError('it is still starting');
    return { devtools, main };
  };
  return { reach, main: () => main };
};
