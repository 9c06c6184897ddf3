import { statSync } from 'node:fs';
import type { StoreFound } from '../configured/find-store.ts';
import { defaultFile } from '../settings/store-settings.ts';
import type { SqliteSettings } from '../settings/store-settings.ts';
import type { Connection } from './connection.ts';
import { connect } from './connect.ts';
import { explainFailure } from './failures.ts';
import { currentVersion, versionOf } from './migrations.ts';

const waitMs = 2000;

/** Looks for a store in the file, and changes nothing. */
export const findSqlite = async ({ file = defaultFile }: SqliteSettings): Promise<StoreFound> =>
  isThere(file) ? lookInto(file, judge) : { state: 'missing' };

const isThere = (file: string): boolean => {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw explainFailure(error, file);
  }
};

/** Opens a file briefly, without changing it. Blocks the thread while another process recovers the file. */
export const lookInto = async <Result>(file: string, look: (connection: Connection) => Result): Promise<Result> => {
  const connection = connect(file);
  try {
    connection.script(`PRAGMA busy_timeout = ${waitMs}`);
    return look(connection);
  } catch (error) {
    throw explainFailure(error, file);
  } finally {
    connection.close();
  }
};

/** An empty file is one whose maker did not come to the end; a file with other tables belongs to another program. */
const judge = (connection: Connection): StoreFound => {
  const version = versionOf(connection);
  const names = connection.rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
  if (names.length === 0 && version === 0) return { state: 'missing' };
  const isOurs = ownTables.every((table) => names.some(({ name }) => name === table));
  return isOurs ? { state: 'present', version, current: currentVersion } : { state: 'foreign' };
};

/** Every version has had them. */
const ownTables = ['tokens', 'quota_windows', 'events'];
