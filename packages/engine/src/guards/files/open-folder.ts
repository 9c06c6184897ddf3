import { constants, existsSync } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './error-code.ts';
import { UnsafePathError } from './unsafe-path-error.ts';

/** A folder that was reached without following a link, and that stays the same whatever its name leads to by now. */
export interface OpenFolder {
  /** A path to this very folder. */
  readonly self: string;
  /** A path to an entry of this very folder. */
  entry(name: string): string;
  /** Throws if what was just done through `entry` can have happened elsewhere. */
  confirm(name: string, handle?: FileHandle): Promise<void>;
  close(): Promise<void>;
}

export interface OpenFolderOptions {
  /** Makes the folders that are missing. */
  readonly create?: boolean;
  /** Whether folders are held by descriptor. Only Linux can name an entry below a descriptor. */
  readonly byDescriptor?: boolean;
}

const descriptors = '/proc/self/fd';
const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** True if a path can start at an open folder, which leaves no gap between the check and the use. */
export const canHoldFolders = process.platform === 'linux' && existsSync(descriptors);

/** Walks down from a real root, one name at a time. */
export const openFolder = (
  realRoot: string,
  parts: readonly string[],
  { create = false, byDescriptor = canHoldFolders }: OpenFolderOptions = {},
): Promise<OpenFolder> =>
  byDescriptor ? openByDescriptor(realRoot, parts, create) : openByIdentity(realRoot, parts, create);

const openByDescriptor = async (realRoot: string, parts: readonly string[], create: boolean): Promise<OpenFolder> => {
  let folder = await open(realRoot, folderFlags);
  for (const name of parts) {
    const inner = `${descriptors}/${folder.fd}/${name}`;
    try {
      if (create) await makeFolder(inner);
      const next = await open(inner, folderFlags);
      await folder.close();
      folder = next;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
  const self = `${descriptors}/${folder.fd}`;
  return {
    self,
    entry: (name) => `${self}/${name}`,
    confirm: async () => {},
    close: () => folder.close(),
  };
};

interface Identity {
  readonly path: string;
  readonly dev: bigint;
  readonly ino: bigint;
}

/**
 * Where folders cannot be held, each is remembered by its inode and compared again, before contents are written and
 * after. That narrows the gap and does not close it: a process that swaps a folder and restores it between two of these
 * steps is not noticed. Linux has no such gap.
 */
const openByIdentity = async (realRoot: string, parts: readonly string[], create: boolean): Promise<OpenFolder> => {
  const trail: Identity[] = [await identityOf(realRoot)];
  let self = realRoot;
  for (const name of parts) {
    self = path.join(self, name);
    if (create) await makeFolder(self);
    trail.push(await identityOf(self));
  }
  const unchanged = async (): Promise<void> => {
    for (const before of trail) {
      const now = await identityOf(before.path);
      if (now.dev !== before.dev || now.ino !== before.ino)
        throw new UnsafePathError('A folder in the path was replaced');
    }
  };
  const entry = (name: string): string => path.join(self, name);
  return {
    self,
    entry,
    confirm: async (name, handle) => {
      await unchanged();
      if (!handle) return;
      const [opened, named] = [await handle.stat({ bigint: true }), await lstat(entry(name), { bigint: true })];
      if (opened.dev !== named.dev || opened.ino !== named.ino)
        throw new UnsafePathError('The file was replaced while it was in use');
      await unchanged();
    },
    close: async () => {},
  };
};

const identityOf = async (folder: string): Promise<Identity> => {
  const stats = await lstat(folder, { bigint: true });
  if (!stats.isDirectory()) throw new UnsafePathError('A folder in the path is no longer a folder');
  return { path: folder, dev: stats.dev, ino: stats.ino };
};

const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
};
