import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathProblem } from '../fence/path-problem.ts';
import type { Worktree } from './open-worktree.ts';

/** A file that was not written, and why. */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

/**
 * Writes a worktree to an empty folder, as regular files. Links, submodules and files with names that another system
 * reads differently are left out: nothing that is written leads out of the folder.
 */
export const materialise = async (worktree: Worktree, folder: string): Promise<readonly LeftOut[]> => {
  const leftOut: LeftOut[] = worktree.base.entries.flatMap(({ path: name, mode }) => {
    if (mode === '120000') return [{ path: name, reason: 'symbolic link' }];
    return mode === '160000' ? [{ path: name, reason: 'submodule' }] : [];
  });
  const made = new Set<string>();
  for (const name of worktree.paths) {
    const bytes = isWritable(name) ? await worktree.readBytes(name) : undefined;
    if (!bytes) {
      leftOut.push({ path: name, reason: isWritable(name) ? 'unreadable' : 'unusual name' });
      continue;
    }
    const place = path.join(folder, name);
    if (!made.has(path.dirname(place))) {
      await mkdir(path.dirname(place), { recursive: true });
      made.add(path.dirname(place));
    }
    await writeFile(place, bytes, { flag: 'wx' });
  }
  return leftOut;
};

const gitFile = /(^|\/)\.git(modules|attributes|ignore)$/iu;

/** Files for git are harmless here, because git never sees the folder. */
const isWritable = (name: string): boolean => pathProblem(name.replace(gitFile, '$1git$2')) === undefined;
