import { startChild } from '@recourse/sandbox';
import { dieWithServer } from './die-with-server.ts';
import { describeExit, LaunchFailedError, LaunchTimeoutError } from './launch-errors.ts';
import { createOutputTail } from './output-tail.ts';
import type { AppExit, RunningApp } from './running-app.ts';

export interface AppPlan {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the main process listens for a debugger too. */
  readonly hasInspector: boolean;
  readonly timeoutMs: number;
  /** Waits for the addresses of the debuggers, if the program does not print them itself. */
  readonly readAddresses?: (signal: AbortSignal) => Promise<Addresses>;
}

/** The addresses of the debuggers of an app. */
export type Addresses = Pick<RunningApp, 'devtools' | 'inspector'>;

const devtoolsLine = /^DevTools listening on (ws:\/\/\S+)/mu;
const inspectorLine = /^Debugger listening on (ws:\/\/\S+)/mu;

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
  try {
    const addresses = await listening(plan, { child, tail: tail.text, exited, signal });
    return { pid: leader.pid ?? 0, ...addresses, exited, outputTail: tail.text, kill };
  } catch (error) {
    await kill();
    throw error;
  }
};

interface Starting {
  readonly child: ReturnType<typeof startChild>;
  readonly tail: () => string;
  readonly exited: Promise<AppExit>;
  readonly signal: AbortSignal;
}

/** Waits for the addresses, the end of the app, the end of the time or the end of the call. */
const listening = async (plan: AppPlan, { child, tail, exited, signal }: Starting): Promise<Addresses> => {
  const { timeoutMs } = plan;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new LaunchTimeoutError(timeoutMs, tail())), timeoutMs);
  const onAbort = (): void => over.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const failAtExit = async (): Promise<void> => {
    const exit = await exited;
    const reason = child.process.pid === undefined ? 'The program could not be started' : describeExit(exit);
    over.abort(new LaunchFailedError(reason, tail(), exit));
  };
  void failAtExit();
  try {
    return await (plan.readAddresses?.(over.signal) ?? printedAddresses(plan, child, over.signal));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
};

/** Reads the addresses of the debuggers from the app's output. */
const printedAddresses = (
  { hasInspector }: AppPlan,
  { process: { stderr } }: Starting['child'],
  signal: AbortSignal,
): Promise<Addresses> =>
  new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: string): void => {
      text += chunk;
      const devtools = devtoolsLine.exec(text)?.[1];
      const inspector = inspectorLine.exec(text)?.[1];
      if (devtools === undefined || (hasInspector && inspector === undefined)) return;
      done();
      resolve({ devtools, inspector });
    };
    const onAbort = (): void => {
      done();
      reject(signal.reason as Error);
    };
    const done = (): void => {
      signal.removeEventListener('abort', onAbort);
      stderr?.off('data', read);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    stderr?.on('data', read);
  });
