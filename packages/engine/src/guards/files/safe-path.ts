import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, open, readdir, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { openFolder } from './open-folder.ts';
import type { OpenFolder, OpenFolderOptions } from './open-folder.ts';
import { UnsafePathError, describeFileError } from './unsafe-path-error.ts';

/** `write` starts a file anew, `append` goes on at its end, `create` wants it not to be there. */
export type FileAccess = 'read' | 'write' | 'append' | 'create';

/**
 * A path that was found to lie inside its root. Every use walks down from the root again and follows no link, so
 * that nothing that was swapped since leads out.
 */
export interface SafePath {
  /** From the root down, with '/'. */
  readonly relative: string;
  /** Where it lay when it was checked, for messages and other programs. Whoever opens it by this name checks nothing. */
  readonly absolute: string;
  open(access: FileAccess): Promise<FileHandle>;
  readFile(): Promise<Buffer>;
  readText(): Promise<string>;
  /** Replaces the contents; missing folders are an error, see `mkdir`. */
  writeFile(data: string | Uint8Array): Promise<void>;
  appendFile(data: string | Uint8Array): Promise<void>;
  stat(): Promise<Stats>;
  readdir(): Promise<readonly string[]>;
  /** Makes this folder and those above it; one that is there already is fine. */
  mkdir(): Promise<void>;
  /** Makes the folders that this file lies in. */
  mkdirParent(): Promise<void>;
  unlink(): Promise<void>;
}

// Without O_NONBLOCK, opening a pipe that somebody has put there would wait for its other end.
const always = constants.O_NOFOLLOW | constants.O_NONBLOCK;
const accessFlags: Readonly<Record<FileAccess, number>> = {
  read: always | constants.O_RDONLY,
  // No O_TRUNC: a file must be known to be ours before anything in it is lost.
  write: always | constants.O_WRONLY | constants.O_CREAT,
  append: always | constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
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
      ? Promise.reject(new UnsafePathError('The root itself is no file'))
      : within(above, (folder) => use(folder, name));

  const openFile = (access: FileAccess): Promise<FileHandle> =>
    inParent(async (folder, entry) => {
      const handle = await open(folder.entry(entry), accessFlags[access], 0o666);
      try {
        await folder.confirm(entry, handle);
        await assertOurs(handle, access);
        if (access === 'write') await handle.truncate(0);
        return handle;
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  const withFile = async <Result>(
    access: FileAccess,
    use: (handle: FileHandle) => Promise<Result>,
  ): Promise<Result> => {
    const handle = await openFile(access);
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
    readFile: () => withFile('read', (handle) => handle.readFile()),
    readText: () => withFile('read', (handle) => handle.readFile('utf8')),
    writeFile: (data) => withFile('write', (handle) => handle.writeFile(data)),
    appendFile: (data) => withFile('append', (handle) => handle.writeFile(data)),
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

/** A second name of a file may lie anywhere, so a file with several is not written to. */
const assertOurs = async (handle: FileHandle, access: FileAccess): Promise<void> => {
  const stats = await handle.stat();
  if (!stats.isFile()) throw new UnsafePathError('It is no plain file');
  if (access !== 'read' && stats.nlink > 1) throw new UnsafePathError('The file has another name elsewhere');
};
