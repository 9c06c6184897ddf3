import type { ChildProcess } from 'node:child_process';

/** A child that was started, and how to end what it leaves behind. */
export interface StartedChild {
  /** Leads a process group of its own. */
  readonly process: ChildProcess;
  readonly ended: Promise<{ readonly unstartable: boolean; readonly exitCode: number | null }>;
  /** Ends the processes that outlived the child, and waits for its pipes to close. */
  readonly endRest: () => Promise<void>;
}
