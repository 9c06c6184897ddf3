import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '@recourse/stores/create-folder';
import { OperatorError } from '../../errors/operator-error.ts';
import { cannot } from '../../errors/system-error.ts';

const mostBytes = 32 * 1024 * 1024;

/** Reads a file; undefined if there is none. */
export const readIfThere = async (file: string): Promise<string | undefined> => {
  try {
    const { size } = await stat(file);
    if (size > mostBytes) throw new OperatorError('FILE_TOO_LARGE', `${file} is too large for a settings file.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw cannot(`read ${file}`, error);
  }
};

export interface Replacement {
  readonly file: string;
  /** The text that was read; if the file has changed since, nothing is replaced. */
  readonly before: string | undefined;
  readonly after: string;
  readonly now: Date;
}

/**
 * Replaces a file in one step, with a copy of the old one beside it, and says where the copy is. A link is followed;
 * the mode stays. After any error, the file is as it was.
 */
export const replaceFile = async ({ file, before, after, now }: Replacement): Promise<string | undefined> => {
  try {
    createFolder(path.dirname(file));
    const target = before === undefined ? file : await realpath(file);
    const mode = before === undefined ? undefined : (await stat(target)).mode & 0o777;
    const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await write(draft, after, mode);
      if ((await readIfThere(file)) !== before)
        throw new OperatorError('FILE_CHANGED', `${file} was changed while this command was running.`);
      const backup = before === undefined ? undefined : await keepCopy(target, before, { mode, now });
      await rename(draft, target);
      return backup;
    } finally {
      await rm(draft, { force: true });
    }
  } catch (error) {
    throw cannot(`write ${file}`, error);
  }
};

const keepCopy = async (
  target: string,
  text: string,
  { mode, now }: { readonly mode: number | undefined; readonly now: Date },
): Promise<string> => {
  const stamp = now
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z$/gu, '')
    .replace('T', '-');
  for (let attempt = 0; ; attempt += 1) {
    const backup = `${target}.${stamp}${attempt === 0 ? '' : `-${attempt}`}.bak`;
    try {
      await write(backup, text, mode);
      return backup;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || attempt === 99) throw error;
    }
  }
};

const write = async (file: string, text: string, mode: number | undefined): Promise<void> => {
  const handle = await open(file, 'wx', mode ?? 0o666);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // The mask of the process may have taken bits away.
  if (mode !== undefined) await chmod(file, mode);
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
