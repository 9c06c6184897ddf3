import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

/** The process that holds the lock of an app, by the folder with the app's data. Undefined if Chromium keeps none. */
export const lockHolder = async (folder: string): Promise<number | undefined> => {
  // A link to the name of the machine and the process.
  const link = await readlink(path.join(folder, 'SingletonLock')).catch(() => '');
  const pid = /-(\d+)$/u.exec(link)?.[1];
  return pid === undefined ? undefined : Number(pid);
};

/**
 * Finds another process that runs the same program and holds a lock, for apps whose main process is out of reach.
 * Only on Linux: a process that holds a lock listens on a socket of a known name.
 */
export const findLockHolder = async (program: string, except: number | undefined): Promise<number | undefined> => {
  if (process.platform !== 'linux') return undefined;
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/u.test(entry)).map(Number);
  for (const pid of pids) {
    if (pid === except) continue;
    const running = await readlink(`/proc/${pid}/exe`).catch(() => undefined);
    if (running === program && (await holdsLock(pid))) return pid;
  }
  return undefined;
};

const holdsLock = async (pid: number): Promise<boolean> => {
  const table = await readFile(`/proc/${pid}/net/unix`, 'utf8').catch(() => '');
  const sockets = new Set(
    [...table.matchAll(/ (\d+) \S*\/SingletonSocket$/gmu)].map(([, inode]) => `socket:[${inode}]`),
  );
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(descriptors.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return links.some((link) => sockets.has(link));
};
