import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OwningPackage } from '../facts.ts';

/**
 * Finds the package that a directory belongs to. A package.json without a name only sets the kind of modules of a
 * folder, and is passed over.
 */
export const createPackageFinder = (): ((directory: string) => Promise<OwningPackage | null>) => {
  const known = new Map<string, Promise<OwningPackage | null>>();
  const find = (directory: string): Promise<OwningPackage | null> => {
    const found = known.get(directory) ?? search(directory);
    known.set(directory, found);
    return found;
  };
  const search = async (directory: string): Promise<OwningPackage | null> => {
    const name = await readName(join(directory, 'package.json'));
    if (name !== null) return { directory, name };
    const outer = dirname(directory);
    return outer === directory ? null : find(outer);
  };
  return find;
};

const readName = async (path: string): Promise<string | null> => {
  try {
    const manifest: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof manifest !== 'object' || manifest === null || !('name' in manifest)) return null;
    return typeof manifest.name === 'string' ? manifest.name : null;
  } catch {
    // Missing or broken: either way it names no package.
    return null;
  }
};
