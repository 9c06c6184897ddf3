import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '@recourse/sandbox';
import { CdpClosedError } from '../cdp/cdp-errors.ts';
import { dieWithServer } from './die-with-server.ts';
import { describeExit, LaunchFailedError, LaunchTimeoutError, SingleInstanceError } from './launch-errors.ts';
import { createOutputTail } from './output-tail.ts';
import { printedAddresses } from './printed-addresses.ts';
import type { ReadAddresses } from './printed-addresses.ts';
import { createReach } from './reach-app.ts';
import type { AppExit, Reached, RunningApp } from './running-app.ts';
import { findLockHolder, lockHolder } from './single-instance.ts';

export interface AppPlan {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How the main process is used; undefined if the app is started without its inspector. */
  readonly inspector: { readonly hasDialogs: boolean } | undefined;
  readonly timeoutMs: number;
  /** Reads the addresses of the debuggers, if the program does not print them itself. */
  readonly readAddresses?: ReadAddresses;
}

const pollMs = 20;

/** Starts an app in a process group of its own and waits until it listens for its debuggers. */
export const startApp = async (plan: AppPlan, signal: AbortSignal): Promise<RunningApp> => {
  signal.throwIfAborted();
  const child = startChild({ ...plan, ...dieWithServer(plan, plan.environment) });
  const { process: leader } = child;
  const tail = createOutputTail();
  const exited = new Promise<AppExit>((resolve) => {
    const end = (exitCode: number | null, by: string | null): void =>
      resolve({ exitCode: exitCode ?? undefined, signal: by ?? undefined, at: new Date().toISOString() });
    leader.once('exit', end);
    leader.once('error', () => {
      if (leader.pid === undefined) end(null, null);
    });
  });
  const kill = async (): Promise<void> => {
    // The number of a group that has ended may belong to another one.
    if (leader.exitCode === null && leader.signalCode === null) child.kill();
    await exited;
    await child.endRest();
  };
  if (leader.stdout) tail.take(leader.stdout);
  if (leader.stderr) tail.take(leader.stderr);
  const { reach, main } = createReach(plan, plan.readAddresses ?? printedAddresses(leader.stderr));
  const endError = async (exit: AppExit): Promise<Error> => {
    if (leader.pid === undefined)
      return new LaunchFailedError('The executable could not be started', tail.text(), exit);
    const folder = main()?.lockedFolder;
    if (folder !== undefined) return new SingleInstanceError(await lockHolder(folder));
    // The same program may run several apps in development, so this says nothing about them.
    const holder = exit.exitCode === 0 && !plan.inspector ? await findLockHolder(plan.command, leader.pid) : undefined;
    if (holder !== undefined) return new SingleInstanceError(holder);
    return new LaunchFailedError(describeExit(exit), tail.text(), exit);
  };
  try {
    const moreOutput = (): Promise<void> => outputOrPause(leader.stderr);
    const reached = await listening(plan, { reach, moreOutput, exited, endError, signal, tail: tail.text });
    const canRestart = plan.readAddresses !== undefined;
    return { pid: leader.pid ?? 0, ...reached, reach, canRestart, exited, endError, outputTail: tail.text, kill };
  } catch (error) {
    main()?.close();
    await kill();
    throw error;
  }
};

/** Waits until a program writes more, which may be an address. Some programs tell their addresses in another way. */
const outputOrPause = async (output: Readable | null): Promise<void> => {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([pause(pollMs, undefined, { signal }), ...(output ? [once(output, 'data', { signal })] : [])]);
  } finally {
    over.abort();
  }
};

interface Starting extends Pick<RunningApp, 'reach' | 'exited' | 'endError'> {
  readonly moreOutput: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly tail: () => string;
}

/** Waits for the debuggers, the end of the app, the end of the time or the end of the call. */
const listening = async ({ timeoutMs }: AppPlan, starting: Starting): Promise<Reached> => {
  const { reach, moreOutput, exited, endError, signal, tail } = starting;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new LaunchTimeoutError(timeoutMs, tail())), timeoutMs);
  const onAbort = (): void => over.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const failAtExit = async (): Promise<void> => over.abort(await endError(await exited));
  void failAtExit();
  const ended = new Promise<never>((_, reject) => {
    over.signal.addEventListener('abort', () => reject(over.signal.reason as Error), { once: true });
  });
  const reached = async (): Promise<Reached> => {
    for (;;) {
      over.signal.throwIfAborted();
      try {
        return await reach();
      } catch (error) {
        if (!(error instanceof CdpClosedError)) throw error;
      }
      await moreOutput();
    }
  };
  try {
    return await Promise.race([reached(), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // Ends the loop that waits for the debuggers.
    over.abort();
  }
};
