import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

/** The processes that run in a folder or below it, in whatever pid namespace. Ended ones that wait for their parent do not count. */
export const processesIn = async (folder: string): Promise<readonly string[]> => {
  const entries = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const running = await Promise.all(entries.map((pid) => runsIn(folder, pid)));
  return entries.filter((_, index) => running[index]);
};

const runsIn = async (folder: string, pid: string): Promise<boolean> => {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (cwd === undefined || (cwd !== folder && !cwd.startsWith(`${folder}${path.sep}`))) return false;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return status !== undefined && !/^\d+ \(.*\) [ZX]/s.test(status);
};
