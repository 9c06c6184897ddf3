import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../command.ts';

const mostBytes = 32 * 1024 * 1024;

/** The text of a file, or nothing where there is none. */
export const readIfThere = async (file: string): Promise<string | undefined> => {
  try {
    const { size } = await stat(file);
    if (size > mostBytes) throw new InputError(`${file} is too large to be a file of settings.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new InputError(`${file} cannot be read (${codeOf(error)}).`, { cause: error });
  }
};

export interface Replacement {
  readonly file: string;
  /** What was read; if somebody has written since, nothing is replaced. */
  readonly before: string | undefined;
  readonly after: string;
  readonly now: Date;
}

/**
 * Replaces a file in one step, with a copy of the old one beside it, and says where the copy is. A link is followed;
 * the mode stays. Whatever goes wrong leaves the file as it was.
 */
export const replaceFile = async ({ file, before, after, now }: Replacement): Promise<string | undefined> => {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const target = before === undefined ? file : await realpath(file);
    const mode = before === undefined ? undefined : (await stat(target)).mode & 0o777;
    const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await write(draft, after, mode);
      if ((await readIfThere(file)) !== before) throw new InputError(`${file} was changed meanwhile: try again.`);
      const backup = before === undefined ? undefined : await keepCopy(target, before, { mode, now });
      await rename(draft, target);
      return backup;
    } finally {
      await rm(draft, { force: true });
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${file} cannot be written (${codeOf(error)}).`, { cause: error });
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
