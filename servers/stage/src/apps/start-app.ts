import { startChild } from '@recourse/sandbox';
import { LaunchFailedError, LaunchTimeoutError } from './launch-errors.ts';
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
}

const devtoolsLine = /^DevTools listening on (ws:\/\/\S+)/mu;
const inspectorLine = /^Debugger listening on (ws:\/\/\S+)/mu;

/** Starts an app in a process group of its own and waits until it listens for its debuggers. */
export const startApp = async (plan: AppPlan, signal: AbortSignal): Promise<RunningApp> => {
  signal.throwIfAborted();
  const child = startChild(plan);
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
    child.kill();
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

/** Reads the addresses of the debuggers from the app's output. */
const listening = (
  { hasInspector, timeoutMs }: AppPlan,
  { child, tail, exited, signal }: Starting,
): Promise<Pick<RunningApp, 'devtools' | 'inspector'>> =>
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
    const fail = (error: unknown): void => {
      done();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const timer = setTimeout(() => fail(new LaunchTimeoutError(timeoutMs, tail())), timeoutMs);
    const onAbort = (): void => fail(signal.reason);
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      child.process.stderr?.off('data', read);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    child.process.stderr?.on('data', read);
    const failAtExit = async (): Promise<void> => {
      const exit = await exited;
      const reason = child.process.pid === undefined ? 'The program could not be started' : describe(exit);
      fail(new LaunchFailedError(reason, tail(), exit));
    };
    void failAtExit();
  });

const describe = ({ exitCode, signal }: AppExit): string =>
  signal === undefined ? `The app ended with exit code ${exitCode ?? 'unknown'}` : `The app was ended by ${signal}`;
