import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SqliteSettings } from '../settings/store-settings.ts';
import { openSqlite } from '../sqlite/open.ts';
import type { Stores } from '../stores.ts';

export interface SqliteForTest {
  readonly stores: Stores;
  readonly folder: string;
  readonly file: string;
  readonly close: () => Promise<void>;
}

/** A folder of its own for every test, gone afterwards. */
export const openSqliteForTest = async (settings: Omit<SqliteSettings, 'kind'> = {}): Promise<SqliteForTest> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-stores-'));
  const file = path.join(folder, 'state.db');
  const stores = await openSqlite({ file, ...settings }, {});
  return {
    stores,
    folder,
    file,
    close: async () => {
      await stores.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
