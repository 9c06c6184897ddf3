import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InputError } from './read-arguments.ts';

/**
 * Writes all files of a project, or none: into a folder next to the target, which is renamed when it is complete. Throws
 * an InputError if the target exists and is not an empty folder.
 */
export const writeProject = (target: string, files: Readonly<Record<string, string>>): void => {
  checkTarget(target);
  const parent = path.dirname(target);
  const made = mkdirSync(parent, { recursive: true });
  const partial = mkdtempSync(path.join(parent, '.create-recourse-'));
  try {
    // A new folder of its own: mkdtemp makes one that only its owner can read.
    const complete = path.join(partial, 'project');
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(complete, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    }
    // Fails if another process has put a file into it meanwhile.
    if (existsSync(target)) rmdirSync(target);
    renameSync(complete, target);
    rmSync(partial, { recursive: true, force: true });
  } catch (error) {
    rmSync(made ?? partial, { recursive: true, force: true });
    throw error;
  }
};

/** Throws an InputError if a project cannot be written here without touching what exists. */
export const checkTarget = (target: string): void => {
  const found = contentOf(target);
  if (found === undefined || found.length === 0) return;
  const some = found.slice(0, 3).join(', ');
  throw new InputError(
    `${target} is not empty (${some}${found.length > 3 ? ', …' : ''}). Nothing was written. Choose another name, or empty the folder.`,
  );
};

const contentOf = (target: string): readonly string[] | undefined => {
  try {
    return readdirSync(target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') throw new InputError(`${target} is a file. Nothing was written. Choose another name.`);
    throw error;
  }
};
