import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fail, StageError } from '../failing.ts';

/**
 * Resolves a path of a call and checks that it lies in one of the folders, with all links followed. Throws
 * ABSOLUTE_PATH_REQUIRED, FILE_NOT_FOUND or BAD_ARGUMENT.
 */
export const confine = async (given: string, argument: string, folders: readonly string[]): Promise<string> => {
  if (!path.isAbsolute(given)) throw refused('ABSOLUTE_PATH_REQUIRED', { path: given, argument });
  const real = await realpath(given).catch(() => undefined);
  if (real === undefined) throw refused('FILE_NOT_FOUND', { path: given, argument });
  await checkInside(real, argument, folders);
  return real;
};

/** The same for a file that may be created: its folder must be there, and lie in one of the folders. */
export const confineNew = async (given: string, argument: string, folders: readonly string[]): Promise<string> => {
  const real = await realpath(given).catch(() => undefined);
  // A link that leads nowhere would be followed when the file is written.
  if (real !== undefined || (await isLink(given))) return confine(given, argument, folders);
  const folder = await confine(path.dirname(given), argument, folders);
  return path.join(folder, path.basename(given));
};

const isLink = async (file: string): Promise<boolean> => {
  const facts = await lstat(file).catch(() => undefined);
  return facts?.isSymbolicLink() === true;
};

const checkInside = async (real: string, argument: string, folders: readonly string[]): Promise<void> => {
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    if (root !== undefined && isInside(real, root)) return;
  }
  throw new StageError(
    fail(
      'BAD_ARGUMENT',
      { argument, reason: `it is outside the allowed folders: ${folders.join(', ')}` },
      { effect: 'none' },
    ),
  );
};

const isInside = (file: string, folder: string): boolean => {
  const relative = path.relative(folder, file);
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative));
};

const refused = (
  code: 'ABSOLUTE_PATH_REQUIRED' | 'FILE_NOT_FOUND',
  details: { readonly path: string; readonly argument: string },
): StageError => new StageError(fail(code, details, { effect: 'none' }));
