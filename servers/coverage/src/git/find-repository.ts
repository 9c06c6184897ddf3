import { lstat, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

/** A repository and its working tree, found without asking git: its own search obeys the repository's configuration. */
export interface Repository {
  /** The root that is served, inside the working tree. */
  readonly root: string;
  readonly workTree: string;
  readonly gitDir: string;
  /** Where objects and references are; another folder than `gitDir` in a linked working tree. */
  readonly commonDir: string;
}

/** Looks for `.git` in the root and above it. Undefined if there is none, or where it is not this tree's own. */
export const findRepository = async (given: string): Promise<Repository | undefined> => {
  const root = await realpath(given);
  for (let folder = root; ; folder = path.dirname(folder)) {
    const marker = path.join(folder, '.git');
    const stats = await lstat(marker).catch(() => undefined);
    if (stats?.isDirectory()) return { root, workTree: folder, gitDir: marker, commonDir: marker };
    if (stats?.isFile()) return linkedRepository(root, folder, marker);
    if (stats || folder === path.dirname(folder)) return undefined;
  }
};

/** A `.git` file names the folder. Since anyone could have written it, that folder must point back to it. */
const linkedRepository = async (root: string, workTree: string, marker: string): Promise<Repository | undefined> => {
  try {
    const named = await readShort(marker);
    if (!named.startsWith('gitdir: ')) return undefined;
    const gitDir = await realpath(path.resolve(workTree, named.slice('gitdir: '.length)));
    const below = (await readShort(path.join(gitDir, 'commondir')).catch(() => undefined)) ?? '.';
    const commonDir = await realpath(path.resolve(gitDir, below));
    const own = isModuleOf(workTree, gitDir) || (await namesBack(gitDir, marker));
    return own ? { root, workTree, gitDir, commonDir } : undefined;
  } catch {
    return undefined;
  }
};

/** A submodule's folder lies in the repository of one of the folders above it. */
const isModuleOf = (workTree: string, gitDir: string): boolean => {
  const at = gitDir.lastIndexOf(`${path.sep}.git${path.sep}modules${path.sep}`);
  return at > 0 && workTree.startsWith(gitDir.slice(0, at) + path.sep);
};

const namesBack = async (gitDir: string, marker: string): Promise<boolean> => {
  const back = await readShort(path.join(gitDir, 'gitdir'));
  return (await realpath(path.resolve(gitDir, back))) === (await realpath(marker));
};

const readShort = async (file: string): Promise<string> => {
  const text = await readFile(file, 'utf8');
  if (text.length > 8192) throw new Error('the file is too long to contain only a path');
  return text.trim();
};
