import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dirent } from 'node:fs';
import { isSourceFile, isTestFolder } from './file-role.ts';
import { ignoredAbove, isIgnored, readIgnoredFolders } from './ignored-folders.ts';

/** A source file, or a directory that could not be opened. */
export type FoundFile = { readonly path: string; readonly problem: string | null };

interface Directory {
  readonly path: string;
  readonly above: ReadonlySet<string>;
}

/**
 * Finds the source files below a directory, in a fixed order. Links are not followed: what they lead to is found at
 * its own place, and a loop is not found at all.
 */
export async function* findFiles(root: string): AsyncIterable<FoundFile> {
  const pending: Directory[] = [{ path: root, above: await ignoredAbove(root) }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path } = next;
    let entries: Dirent[];
    try {
      entries = (await readdir(path, { withFileTypes: true })).sort(byName);
    } catch (error) {
      yield { path, problem: `The directory cannot be opened (${reasonOf(error)}).` };
      continue;
    }
    for (const entry of entries) {
      if (entry.isFile() && isSourceFile(entry.name)) yield { path: join(path, entry.name), problem: null };
    }
    const ignored = await readIgnoredFolders(path, next.above);
    for (const { name } of entries.filter((entry) => entry.isDirectory()).toReversed()) {
      if (isTestFolder(name) || isIgnored(name, ignored)) continue;
      pending.push({ path: join(path, name), above: ignored.below });
    }
  }
}

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);

/** The system's name of a fault, which says enough and holds no path. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';
