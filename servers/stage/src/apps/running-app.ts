import type { MainProcess } from '../inspector/main-process.ts';

/** How the process of an app ended. */
export interface AppExit {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly at: string;
}

/** The debuggers of an app. */
export interface Reached {
  /** The address of the browser's debugger. */
  readonly devtools: string;
  /** The main process; only of an Electron app that was started with its inspector. */
  readonly main: MainProcess | undefined;
}

/** An app that was started here, and listens for a debugger. */
export interface RunningApp extends Reached {
  readonly pid: number;
  /** Reaches the debuggers again. A dev server may have restarted the app, which has other addresses then. */
  readonly reach: () => Promise<Reached>;
  /** Whether the app may be restarted by the program that started it. */
  readonly canRestart: boolean;
  /** Resolves when the process has ended, and never rejects. */
  readonly exited: Promise<AppExit>;
  /** The error of a launch whose app has ended too early. */
  readonly endError: (exit: AppExit) => Promise<Error>;
  /** The last lines that it wrote. */
  readonly outputTail: () => string;
  /** Ends the app and every process that it started. */
  readonly kill: () => Promise<void>;
}
