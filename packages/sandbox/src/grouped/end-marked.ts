import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** The variable that marks the descendants of a child, also those that left its process group. */
export const markVariable = 'RECOURSE_RUN';

const mostRounds = 100;
const roundMs = 10;

/**
 * Ends every process that was started with this mark, whatever group or session it is in. The mark is random, so a
 * process that has it is a descendant. Does nothing if there is no `/proc`.
 */
export const endMarked = async (mark: string): Promise<void> => {
  // A process that forks during a round is found in the next one, and a killed process takes a moment to end.
  for (let round = 0; round < mostRounds; round += 1) {
    const found = await findMarked(mark);
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

const findMarked = async (mark: string): Promise<readonly number[]> => {
  if (process.platform !== 'linux') return [];
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const marked = await Promise.all(
    pids.map(async (pid) => {
      if (pid === process.pid) return false;
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return environment.split('\0').includes(`${markVariable}=${mark}`);
    }),
  );
  return pids.filter((_, index) => marked[index]);
};
