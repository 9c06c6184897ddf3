import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ProfileError } from './problem.ts';

/** A file that was checked before, such as a `SafePath`: opening it follows no link. */
export interface OpenableFile {
  /** From the root down. */
  readonly relative: string;
  open(access: 'read'): Promise<FileHandle>;
}

/** A path inside the root as a file that can be opened. Links are followed as long as they end inside the root. */
export const openableFile = (file: string, realRoot: string): OpenableFile => ({
  relative: relativeTo(realRoot, path.resolve(realRoot, file)) ?? file,
  open: async () => {
    const real = await realpath(path.resolve(realRoot, file));
    if (relativeTo(realRoot, real) === undefined) throw new ProfileError('it lies outside of the root');
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new ProfileError('it is no plain file');
  },
});

/** With `/`; undefined where the file lies elsewhere. */
const relativeTo = (folder: string, file: string): string | undefined => {
  const way = path.relative(folder, file);
  return way === '' || way.split(path.sep)[0] === '..' || path.isAbsolute(way)
    ? undefined
    : way.split(path.sep).join('/');
};
