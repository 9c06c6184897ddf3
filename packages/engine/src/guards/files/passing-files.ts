import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, unlink } from 'node:fs/promises';
import type { OpenFolder } from './open-folder.ts';

/** A write takes moments. A writer that has not finished after this time was killed. */
const oldestMs = 300_000;
/** No write takes long because many were killed before it. */
const mostSwept = 100;

const markOf = (entry: string): string => createHash('sha256').update(entry).digest('hex').slice(0, 12);

/** The name of a file that is written before it takes the place of another one. It tells which. */
export const createPassingName = (entry: string): string => `.${markOf(entry)}-${randomBytes(9).toString('hex')}.tmp`;

/**
 * Removes the files that killed writes of the same file have left behind. Only old plain files with one of our names
 * are removed; errors are ignored, because the write itself is done.
 */
export const sweepPassing = async (folder: OpenFolder, entry: string, now = Date.now()): Promise<void> => {
  try {
    const ours = new RegExp(`^\\.${markOf(entry)}-[0-9a-f]{18}\\.tmp$`);
    const left = (await readdir(folder.self)).filter((name) => ours.test(name)).slice(0, mostSwept);
    for (const name of left) {
      const stats = await lstat(folder.entry(name));
      if (!stats.isFile() || now - stats.mtimeMs < oldestMs) continue;
      await folder.confirm(name);
      await unlink(folder.entry(name));
    }
  } catch {
    // Another process sweeps too, or we may not read the folder.
  }
};
