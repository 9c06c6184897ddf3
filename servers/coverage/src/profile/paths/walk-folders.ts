import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** One folder of a project. */
export interface WalkedFolder {
  /** Relative to the root, with `/`; the root itself is `.`. */
  readonly folder: string;
  readonly files: readonly string[];
}

const deepest = 8;
const mostFolders = 20_000;
/** Folders with generated or downloaded files, not with sources of the project. */
const passedOver = new Set(['node_modules', 'vendor', 'build', 'target', 'dist', 'out', 'coverage', 'testdata']);

/**
 * The folders of a project from the top down, those nearer to the root first. Links are not followed, hidden folders
 * not entered, and a project larger than the bounds is seen in part.
 */
export async function* walkFolders(realRoot: string): AsyncGenerator<WalkedFolder> {
  let level = ['.'];
  let seen = 0;
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if (seen >= mostFolders) return;
      seen += 1;
      const entries = await listEntries(path.join(realRoot, folder));
      yield { folder, files: entries.filter((entry) => entry.isFile()).map(({ name }) => name) };
      for (const { name } of entries.filter((entry) => entry.isDirectory())) {
        if (!name.startsWith('.') && !passedOver.has(name)) next.push(folder === '.' ? name : `${folder}/${name}`);
      }
    }
    level = next.toSorted();
  }
}

/** A folder that may not be read has nothing that we could find. */
const listEntries = async (folder: string) => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};
