import { readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { KeyStore } from '@recourse/client';
import { createFolder } from '@recourse/stores/create-folder';
import { OperatorError } from '../errors/operator-error.ts';
import { toOperatorError } from '../errors/to-operator-error.ts';
import { reasonOf } from '../registries/read-json.ts';

/** The keys of a file, for as long as this process alone has it. */
export interface KeyFile {
  readonly keys: KeyStore;
  release(): Promise<void>;
}

/**
 * Opens the keys of calls in doubt. Two calls that wrote the file at the same time would lose each other's keys, and a
 * key that is lost can be an effect that happens twice: the second is refused.
 */
export const openKeyFile = async (named: string, cwd: string): Promise<KeyFile> => {
  const file = path.resolve(cwd, named);
  const lock = `${file}.lock`;
  try {
    createFolder(path.dirname(file));
    await take(lock, named);
    try {
      const { openFileKeys } = await import('@recourse/client');
      return { keys: await openFileKeys(file), release: () => rm(lock, { force: true }) };
    } catch (error) {
      await rm(lock, { force: true });
      throw error;
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = toOperatorError(error)?.code ?? 'FILE_INVALID';
    throw new OperatorError(code, `The idempotency keys in ${named} cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
};

const take = async (lock: string, named: string): Promise<void> => {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const handle = await open(lock, 'wx', 0o600);
      await handle.writeFile(String(process.pid));
      return await handle.close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = ownerOf(lock);
      if (owner === undefined || isAlive(owner)) break;
      // Its owner was killed.
      await rm(lock, { force: true });
    }
  }
  throw new OperatorError('FILE_IN_USE', `The idempotency keys in ${named} are in use by another call.`, {
    hint: `Wait until the other call has ended or, if no other call is running, remove ${named}.lock.`,
  });
};

const ownerOf = (lock: string): number | undefined => {
  const text = readFileSync(lock, 'utf8');
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
