import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { runChild, selectEnvironment } from '@recourse/sandbox';

/** The signal that opens the inspector of Node, as a bit of the masks in `/proc`. */
const userSignal = 1n << 9n;
const listMs = 5000;

/** Whether a process can be signalled: it is there, is not, or belongs to another user. */
export const lookAtProcess = (pid: number): 'running' | 'missing' | 'forbidden' => {
  try {
    process.kill(pid, 0);
    return 'running';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'forbidden' : 'missing';
  }
};

/** The program of a process, as a file that can be read. */
export const programOf = async (pid: number): Promise<string | undefined> => {
  if (process.platform === 'linux') return `/proc/${pid}/exe`;
  if (process.platform === 'win32') return undefined;
  // For macOS. Not tested there.
  const given = ['-o', 'comm=', '-p', String(pid)];
  const plan = { command: 'ps', arguments: given, cwd: '/', environment: selectEnvironment(), timeoutMs: listMs };
  return (await runChild(plan, { containment: 'group' })).output.trim() || undefined;
};

/** The arguments of a process; empty if they cannot be read. Chromium's helpers join theirs with spaces. */
export const argumentsOf = async (pid: number): Promise<readonly string[]> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split(/[\0 ]/u);

/** Whether a process handles the signal that opens its inspector. Any other process would be ended by it. */
export const handlesUserSignal = async (pid: number): Promise<boolean> => {
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const mask = /^SigCgt:\s*([0-9a-f]+)$/mu.exec(status)?.[1];
  return mask !== undefined && (BigInt(`0x${mask}`) & userSignal) !== 0n;
};

/** When a process was started. A later process with the same id has another time. */
export const startTimeOf = (pid: number): string | undefined => {
  try {
    // The name of the program may contain spaces and brackets.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .split(' ');
    return state === 'Z' ? undefined : fields[18];
  } catch {
    return undefined;
  }
};
