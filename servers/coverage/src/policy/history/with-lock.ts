import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { judgePath } from '@recourse/engine/untrusted-values';
import type { SafePath } from '@recourse/engine/untrusted-values';
import { isAlive } from '../../is-alive.ts';
import { Busy } from '../writing/system-reason.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

const usualWaitMs = 15_000;
const pauseMs = 15;
/** Locks are held for milliseconds. An older one was left behind, and its pid may belong to another process now. */
const oldestLockMs = 60_000;
/** A lock file without a holder is from a process that was killed before it could write. */
const oldestEmptyMs = 2000;

/**
 * Runs `use` while no other process does for the same file. The lock is a file that names its holder, so that the next
 * process can tell whether the holder was killed and left it behind. `confirm` throws if the lock was lost.
 */
export const withLock = async <Result>(
  {
    root,
    path,
    waitMs = usualWaitMs,
  }: { readonly root: string; readonly path: string; readonly waitMs?: number | undefined },
  use: (confirm: () => Promise<void>) => Promise<Result>,
): Promise<Result> => {
  const lock = await lockPath(root, `${path}.recourse-lock`);
  const breaker = await lockPath(root, `${path}.recourse-lock-break`);
  const holder: Holder = { pid: process.pid, host: hostname(), token: randomBytes(12).toString('hex') };
  const until = Date.now() + waitMs;
  while (!(await take(lock, holder))) {
    if (Date.now() > until) throw new Busy();
    await breakStale(lock, breaker);
    await setTimeout(pauseMs * (0.5 + Math.random()));
  }
  const isOurs = async (): Promise<boolean> => (await read(lock))?.holder?.token === holder.token;
  try {
    return await use(async () => {
      if (!(await isOurs())) throw new Busy();
    });
  } finally {
    if (await isOurs()) await lock.unlink().catch(() => {});
  }
};

const lockPath = async (root: string, path: string): Promise<SafePath> => {
  const place = await judgePath(root, path, { type: 'file' });
  if (!place.ok) throw Object.assign(new Error(place.reason), { code: 'ERR_UNSAFE_PATH' });
  return place.path;
};

/** Makes the file, which only one can. */
const take = async (lock: SafePath, holder: Holder): Promise<boolean> => {
  try {
    const handle = await lock.open('create');
    try {
      await handle.writeFile(JSON.stringify(holder));
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
};

/** Of several who see a stale lock one removes it, and looks again before: it may be another one by then. */
const breakStale = async (lock: SafePath, breaker: SafePath): Promise<void> => {
  if (!(await isStale(lock))) return;
  if (!(await take(breaker, { pid: process.pid, host: hostname(), token: '' }))) {
    if (await isStale(breaker)) await breaker.unlink().catch(() => {});
    return;
  }
  try {
    if (await isStale(lock)) await lock.unlink().catch(() => {});
  } finally {
    await breaker.unlink().catch(() => {});
  }
};

const isStale = async (lock: SafePath): Promise<boolean> => {
  const found = await read(lock);
  if (!found) return false;
  if (!found.holder) return found.ageMs > oldestEmptyMs;
  return found.ageMs > oldestLockMs || (found.holder.host === hostname() && !isAlive(found.holder.pid));
};

const read = async (lock: SafePath): Promise<{ readonly holder?: Holder; readonly ageMs: number } | undefined> => {
  try {
    const ageMs = Date.now() - (await lock.stat()).mtimeMs;
    const holder = parseHolder(await lock.readText());
    return { ageMs, ...(holder && { holder }) };
  } catch {
    return undefined;
  }
};

const parseHolder = (text: string): Holder | undefined => {
  try {
    const { pid, host, token } = JSON.parse(text) as Partial<Holder>;
    const fits = Number.isSafeInteger(pid) && Number(pid) > 0 && typeof host === 'string' && typeof token === 'string';
    return fits ? { pid: Number(pid), host, token } : undefined;
  } catch {
    return undefined;
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
