import type { ChildProcess } from 'node:child_process';

/** Sends a signal to the process group that a child leads; on Windows, to the child alone. */
export const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // The group is empty.
  }
};
