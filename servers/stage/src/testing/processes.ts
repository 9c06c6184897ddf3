import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Whether a process is there. One that has ended and was not waited for is not. */
export const isRunning = (pid: number): boolean => {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /su, '');
    return !state.startsWith('Z');
  } catch {
    return false;
  }
};

/** The processes of this machine with this text in their arguments. */
export const processesWith = async (text: string): Promise<readonly number[]> => {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/u.test(entry));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => lines[index]?.includes(text)).map(Number);
};

/** The processes of this machine with this variable in their environment. */
export const processesWithVariable = async (variable: string): Promise<readonly number[]> => {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/u.test(entry));
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')));
  return pids.filter((_, index) => texts[index]?.split('\0').includes(variable)).map(Number);
};
