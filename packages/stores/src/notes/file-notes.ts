import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sealer } from '@recourse/engine/sealing';
import type { Notes } from './notes.ts';

export interface FileNotesOptions {
  readonly folder: string;
  /** Part of what every note is sealed for. */
  readonly topic: string;
  /** Asked for at each use, so that reading never makes a key. */
  readonly sealer: (purpose: 'read' | 'write') => Promise<Sealer>;
  /** How many notes are kept; the oldest go first. */
  readonly most?: number;
}

const mostKept = 500;
const largestBytes = 1024 * 1024;

/**
 * Keeps notes as files, each sealed for its own topic and name. A file that another program wrote, changed or moved
 * cannot be unsealed and counts as missing.
 */
export const createFileNotes = ({ folder, topic, sealer, most = mostKept }: FileNotesOptions): Notes => {
  const fileOf = (name: string): string => path.join(folder, createHash('sha256').update(name).digest('hex'));
  const placeOf = (name: string): string => JSON.stringify(['note', topic, name]);
  return {
    put: async (name, text) => {
      const { sealed_by, sealed } = (await sealer('write')).seal(text, placeOf(name));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = path.join(folder, `${randomBytes(9).toString('hex')}.tmp`);
      await writeFile(draft, `${sealed_by}.${sealed.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
      await rename(draft, fileOf(name));
      await sweep(folder, most);
    },
    get: async (name) => {
      const [sealedBy, body] = (await readShort(fileOf(name)))?.trim().split('.') ?? [];
      if (sealedBy === undefined || body === undefined) return undefined;
      const sealed = { sealed_by: sealedBy, sealed: Buffer.from(body, 'base64') };
      return (await sealer('read')).unseal(sealed, placeOf(name));
    },
  };
};

const readShort = async (file: string): Promise<string | undefined> => {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() === true && stats.size <= largestBytes ? readFile(file, 'utf8') : undefined;
};

/** Other processes sweep too: a file that is gone meanwhile was swept by one of them. */
const sweep = async (folder: string, most: number): Promise<void> => {
  const names = await readdir(folder);
  if (names.length <= most) return;
  const aged = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      return { file, at: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const oldest = aged.toSorted((one, other) => one.at - other.at).slice(0, names.length - most);
  await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
};
