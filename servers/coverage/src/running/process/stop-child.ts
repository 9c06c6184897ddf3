import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** The variable by which the descendants of a run are known, also those that left its process group. */
export const runVariable = 'RECOURSE_RUN';

const mostRounds = 100;
const roundMs = 10;

/** Sends a signal to the child's process group, which it leads. */
export const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // Nobody is left in it.
  }
};

/**
 * Ends every process that was started with this mark, whatever group or session it went to. Where processes cannot be
 * looked at, those in the child's group were ended already and others stay.
 */
export const endDescendants = async (mark: string): Promise<void> => {
  // One that forks while we look is found the next time, and one that was told to end takes a moment.
  for (let round = 0; round < mostRounds; round += 1) {
    const found = await descendants(mark);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await setTimeout(roundMs);
  }
};

const descendants = async (mark: string): Promise<readonly number[]> => {
  if (process.platform !== 'linux') return [];
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const marked = await Promise.all(
    pids.map(async (pid) => {
      if (pid === process.pid) return false;
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return environment.split('\0').includes(`${runVariable}=${mark}`);
    }),
  );
  return pids.filter((_, index) => marked[index]);
};
