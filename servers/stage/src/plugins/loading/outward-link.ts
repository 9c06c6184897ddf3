import { readdir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';

const mostEntries = 100_000;

/**
 * Finds a symbolic link in folders that leads out of all of them. Node's permission model judges a path before it
 * follows links, so the process of a plugin could read the target.
 */
export const findOutwardLink = async (folders: readonly string[]): Promise<string | undefined> => {
  const pending = [...new Set(await Promise.all(folders.map((folder) => realpath(folder))))];
  const readable = [...pending];
  let entries = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const found = await readdir(folder, { withFileTypes: true });
    entries += found.length;
    if (entries > mostEntries)
      throw new Error(`it and its dependencies have more than ${mostEntries} files and folders`);
    for (const entry of found) {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory() && !readable.includes(place)) pending.push(place);
      if (!entry.isSymbolicLink()) continue;
      const target = await targetOf(place);
      if (!readable.some((one) => isIn(one, target)) && !isInstalled(place, target)) return place;
    }
  }
  return undefined;
};

/** The target of a link; that of one that leads nowhere may be created later. */
const targetOf = async (link: string): Promise<string> => {
  try {
    return await realpath(link);
  } catch {
    return path.resolve(path.dirname(link), await readlink(link));
  }
};

export const isIn = (folder: string, file: string): boolean => file === folder || file.startsWith(folder + path.sep);

/** Package managers link packages, those for development too, to the place where they are installed. */
export const isInstalled = (link: string, target: string): boolean => {
  const [, name] = /.*[\\/]node_modules[\\/](.+)$/u.exec(link) ?? [];
  return name !== undefined && target.endsWith(path.join(path.sep, 'node_modules', name));
};
