/** How the process of an app ended. */
export interface AppExit {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly at: string;
}

/** An app that was started here, and listens for a debugger. */
export interface RunningApp {
  readonly pid: number;
  /** The address of the browser's debugger. */
  readonly devtools: string;
  /** The address of the main process's debugger; only in development launches of Electron. */
  readonly inspector: string | undefined;
  /** Reads the addresses again, if the program can restart the app: a dev server after a change. */
  readonly latestAddresses?: () => Promise<Pick<RunningApp, 'devtools' | 'inspector'>>;
  /** Resolves when the process has ended, and never rejects. */
  readonly exited: Promise<AppExit>;
  /** The last lines that it wrote. */
  readonly outputTail: () => string;
  /** Ends the app and every process that it started. */
  readonly kill: () => Promise<void>;
}
