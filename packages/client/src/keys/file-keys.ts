import { isJsonObject } from '@recourse/contract';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { KeyStore } from './key-store.ts';
import { createOpenKeys } from './open-keys.ts';
import type { OpenKey } from './open-keys.ts';

/**
 * Keeps open keys in a file that survives the process: a call repeated after a restart is sent with the key it had.
 * The file is replaced as a whole and synced before a call is sent. Only its owner can read it.
 */
export const openFileKeys = async (file: string, now: () => number = Date.now): Promise<KeyStore> => {
  await mkdir(path.dirname(file), { recursive: true });
  const keys = createOpenKeys(now, parseKeys(await readIfThere(file)));
  let writing: Promise<void> = Promise.resolve();
  const write = (): Promise<void> => {
    // Writes run one after the other. Each writes what is open by then; one that fails does not fail the next.
    writing = writing.catch(() => undefined).then(() => replace(file, JSON.stringify({ keys: keys.list() })));
    return writing;
  };
  return {
    durable: true,
    mayHold: true,
    open: (intent) => Promise.resolve(keys.of(intent)),
    expired: (intent) => Promise.resolve(keys.expired(intent)),
    add: async (intent, key) => {
      keys.add(intent, key);
      await write();
    },
    remove: (intent, key) => {
      keys.remove(intent, key);
      return write();
    },
  };
};

const readIfThere = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Rejects a file that is not a list of keys: continuing without it could do something twice. */
const parseKeys = (text: string | undefined): readonly OpenKey[] => {
  if (text === undefined) return [];
  const file: unknown = JSON.parse(text);
  const keys: unknown = isJsonObject(file) ? file['keys'] : undefined;
  if (!Array.isArray(keys) || !keys.every(isOpenKey))
    throw new TypeError('The file is not a valid list of idempotency keys');
  return keys;
};

const isOpenKey = (value: unknown): value is OpenKey =>
  isJsonObject(value) &&
  typeof value['intent'] === 'string' &&
  typeof value['key'] === 'string' &&
  typeof value['at'] === 'number';

const replace = async (file: string, text: string): Promise<void> => {
  const next = `${file}.next`;
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
};
