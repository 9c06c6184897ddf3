import type { SafePath } from '@recourse/engine/guarded-fields';
import { refuse } from './refused.ts';
import { showText } from './untrusted/show-text.ts';

/** Writes a whole file. An existing file is overwritten only if it has our mark. */
export const writeOwn = async (place: SafePath, text: string, mark: string): Promise<void> => {
  const path = showText(place.relative);
  try {
    const before = await place.readText().catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (before !== undefined && !before.includes(mark)) {
      throw refuse(
        'OP_INVALID_PATH',
        { path, field: 'output', reason: 'a file that this server did not write exists at this path' },
        { hint: 'Set output to a path that does not exist yet, or remove the file first.' },
      );
    }
    await place.mkdirParent();
    await place.writeFile(text);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    if (code === 'ERR_UNSAFE_PATH')
      throw refuse('OP_INVALID_PATH', {
        path,
        field: 'output',
        reason: 'a part of the path was replaced or is a link',
      });
    throw refuse('OP_FILE_WRITE_FAILED', { path, reason: reasons[code] ?? code });
  }
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission to write it was denied',
  EPERM: 'permission to write it was denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EISDIR: 'a folder exists at this path',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'something else exists at this path',
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
