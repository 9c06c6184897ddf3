import type { AppExit } from './running-app.ts';

/** The app did not listen for a debugger in time. It was ended. */
export class LaunchTimeoutError extends Error {
  override readonly name = 'LaunchTimeoutError';
  readonly timeoutMs: number;
  readonly outputTail: string;

  constructor(timeoutMs: number, outputTail: string) {
    super(`The app did not start within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
    this.outputTail = outputTail;
  }
}

/** The app could not be started, or ended before it listened for a debugger. */
export class LaunchFailedError extends Error {
  override readonly name = 'LaunchFailedError';
  readonly exit: AppExit | undefined;
  readonly outputTail: string;

  constructor(reason: string, outputTail: string, exit?: AppExit) {
    super(reason);
    this.exit = exit;
    this.outputTail = outputTail;
  }
}

/** The app ended because another instance of it is running. */
export class SingleInstanceError extends Error {
  override readonly name = 'SingleInstanceError';
  readonly pid: number | undefined;

  constructor(pid: number | undefined) {
    super('Another instance of the app is running');
    this.pid = pid;
  }
}

/** Describes how an app ended. */
export const describeExit = ({ exitCode, signal }: AppExit): string => {
  if (signal !== undefined) return `The app was terminated by ${signal}`;
  return `The app exited with code ${exitCode ?? 'unknown'}`;
};
