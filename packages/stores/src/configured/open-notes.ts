import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFileNotes } from '../notes/file-notes.ts';
import { createMemoryNotes } from '../notes/memory-notes.ts';
import type { Notes } from '../notes/notes.ts';
import { keyFileOf, keysOfFile } from '../sealing/file-keys.ts';
import { findKeys } from '../sealing/find-keys.ts';
import { keyVariable, parseKeys } from '../sealing/installation-key.ts';
import { createSealer } from '@recourse/engine/sealing';
import type { Sealer } from '@recourse/engine/sealing';
import { defaultFile } from '../settings/store-settings.ts';
import type { StoreSettings } from '../settings/store-settings.ts';
import { locateStores } from './locate-stores.ts';
import type { LocateOptions } from './locate-stores.ts';

/**
 * The notes of a working directory, in the folder of its store and sealed with its key. Nothing is opened or made
 * before the first note is written; reading makes neither a folder nor a key. A store without a key that lasts keeps
 * notes for as long as the process.
 */
export const openNotes = (options: LocateOptions): ((topic: string) => Notes) => {
  let located: Promise<StoreSettings> | undefined;
  const settings = (): Promise<StoreSettings> => (located ??= locateStores(options).then((found) => found.settings));
  return (topic) => {
    let opened: Promise<Notes> | undefined;
    const notes = (): Promise<Notes> => (opened ??= settings().then((found) => notesOf(found, topic, options)));
    return {
      put: async (name, text) => (await notes()).put(name, text),
      get: async (name) => (await notes()).get(name),
    };
  };
};

const notesOf = (settings: StoreSettings, topic: string, { cwd, environment }: LocateOptions): Notes => {
  const file = settings.kind === 'sqlite' && settings.file !== undefined ? settings.file : path.join(cwd, defaultFile);
  const folder = path.dirname(file);
  const place = { folder: path.join(folder, 'notes', topic), topic };
  if (settings.kind === 'sqlite') {
    const { key } = settings;
    const sealer = async (purpose: 'read' | 'write'): Promise<Sealer> => {
      if (purpose === 'write') await makeFolder(folder);
      else if (key === undefined) return findKeys(keyFileOf(file), environment).sealer;
      return createSealer(keysOfFile({ key, file }, environment));
    };
    return createFileNotes({ ...place, sealer });
  }
  const given = settings.kind === 'postgres' ? (settings.key ?? environment[keyVariable]) : undefined;
  if (given === undefined || given === '') return createMemoryNotes();
  return createFileNotes({ ...place, sealer: () => Promise.resolve(createSealer(parseKeys(given, keyVariable))) });
};

/** A folder with a key in it does not belong into version control. */
const makeFolder = async (folder: string): Promise<void> => {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await writeFile(path.join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
};
