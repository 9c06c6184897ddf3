import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, open, readdir, rename, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './error-code.ts';
import { openFolder } from './open-folder.ts';
import type { OpenFolder, OpenFolderOptions } from './open-folder.ts';
import { createPassingName, sweepPassing } from './passing-files.ts';
import { UnsafePathError, describeFileError } from './unsafe-path-error.ts';

/** `create` wants the file not to be there. */
export type FileAccess = 'read' | 'create';

/**
 * A path that was found to lie inside its root. Every use walks down from the root again and follows no link, so
 * that nothing that was swapped since leads out (on Linux; elsewhere the gap is only narrow). Only files that were made here are written to: an existing one may
 * have a second name anywhere, and is replaced instead.
 */
export interface SafePath {
  /** From the root down, with '/'. */
  readonly relative: string;
  /** Its path when it was checked, for messages and other programs. Opening it by this path skips the checks. */
  readonly absolute: string;
  open(access: FileAccess): Promise<FileHandle>;
  readFile(): Promise<Buffer>;
  readText(): Promise<string>;
  /** Puts a new file in the place of the old one, at once and as a whole. Missing folders are an error, see `mkdir`. */
  writeFile(data: string | Uint8Array): Promise<void>;
  stat(): Promise<Stats>;
  readdir(): Promise<readonly string[]>;
  /** Makes this folder and those above it; one that is there already is fine. */
  mkdir(): Promise<void>;
  /** Makes the folders that this file lies in. */
  mkdirParent(): Promise<void>;
  unlink(): Promise<void>;
}

// Without O_NONBLOCK, opening a pipe that was put there would wait for its other end.
const always = constants.O_NOFOLLOW | constants.O_NONBLOCK;
const accessFlags: Readonly<Record<FileAccess, number>> = {
  read: always | constants.O_RDONLY,
  create: always | constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
};

/** Builds the handle of a place that `resolveInside` has found. */
export const createSafePath = (
  realRoot: string,
  parts: readonly string[],
  options: Pick<OpenFolderOptions, 'byDescriptor'> = {},
): SafePath => {
  const relative = parts.join('/') || '.';
  const name = parts.at(-1);
  const above = parts.slice(0, -1);

  const within = async <Result>(
    folders: readonly string[],
    use: (folder: OpenFolder) => Promise<Result>,
    create = false,
  ): Promise<Result> => {
    let folder: OpenFolder | undefined;
    try {
      folder = await openFolder(realRoot, folders, { ...options, create });
      return await use(folder);
    } catch (error) {
      throw describeFileError(error, relative);
    } finally {
      await folder?.close();
    }
  };
  const inParent = <Result>(use: (folder: OpenFolder, entry: string) => Promise<Result>): Promise<Result> =>
    name === undefined
      ? Promise.reject(new UnsafePathError('The root itself is not a file'))
      : within(above, (folder) => use(folder, name));

  const openFile = (access: FileAccess): Promise<FileHandle> =>
    inParent((folder, entry) => openEntry(folder, entry, access));
  const withFile = async <Result>(use: (handle: FileHandle) => Promise<Result>): Promise<Result> => {
    const handle = await openFile('read');
    try {
      return await use(handle);
    } finally {
      await handle.close();
    }
  };

  return {
    relative,
    absolute: path.join(realRoot, ...parts),
    open: openFile,
    readFile: () => withFile((handle) => handle.readFile()),
    readText: () => withFile((handle) => handle.readFile('utf8')),
    writeFile: (data) => inParent((folder, entry) => replaceEntry(folder, entry, data)),
    stat: () =>
      name === undefined
        ? within([], (folder) => lstat(`${folder.self}/.`))
        : inParent(async (folder, entry) => {
            const stats = await lstat(folder.entry(entry));
            await folder.confirm(entry);
            if (stats.isSymbolicLink()) throw new UnsafePathError(`'${relative}' has become a link`);
            return stats;
          }),
    readdir: () =>
      within(parts, async (folder) => {
        const names = await readdir(folder.self);
        await folder.confirm('.');
        return names;
      }),
    mkdir: () => within(parts, async () => {}, true),
    mkdirParent: () => within(above, async () => {}, true),
    unlink: () =>
      inParent(async (folder, entry) => {
        await folder.confirm(entry);
        await unlink(folder.entry(entry));
      }),
  };
};

const openEntry = async (folder: OpenFolder, entry: string, access: FileAccess): Promise<FileHandle> => {
  const handle = await open(folder.entry(entry), accessFlags[access], 0o666);
  try {
    await folder.confirm(entry, handle);
    if (!(await handle.stat()).isFile()) throw new UnsafePathError('The path does not lead to a regular file');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
};

const replaceEntry = async (folder: OpenFolder, entry: string, data: string | Uint8Array): Promise<void> => {
  const mode = await modeOf(folder.entry(entry));
  const passing = createPassingName(entry);
  const handle = await openEntry(folder, passing, 'create');
  try {
    await handle.writeFile(data);
    if (mode !== undefined) await handle.chmod(mode);
    // Else a machine that loses power may keep the new name and not the contents.
    await handle.sync();
    await folder.confirm(passing, handle);
    await rename(folder.entry(passing), folder.entry(entry));
  } catch (error) {
    await unlink(folder.entry(passing)).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  await sweepPassing(folder, entry);
};

/** The permissions of the file that is replaced; undefined if there is none. */
const modeOf = async (file: string): Promise<number | undefined> => {
  try {
    const stats = await lstat(file);
    if (!stats.isFile()) throw new UnsafePathError('The existing entry is not a regular file');
    return stats.mode & 0o777;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};
