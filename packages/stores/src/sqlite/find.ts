import { statSync } from 'node:fs';
import type { StoreFound } from '../configured/find-store.ts';
import { defaultFile } from '../settings/store-settings.ts';
import type { SqliteSettings } from '../settings/store-settings.ts';
import { Connection } from './connection.ts';
import { explainFailure, withCode } from './failures.ts';
import { currentVersion, versionOf } from './migrations.ts';

const waitMs = 2000;

/** Looks into the file, if there is one, and changes nothing. It blocks its thread while somebody recovers the file. */
export const findSqlite = ({ file = defaultFile }: SqliteSettings): Promise<StoreFound> =>
  Promise.resolve().then(() => {
    if (!statSync(file, { throwIfNoEntry: false })) return { state: 'missing' };
    const connection = connect(file);
    try {
      connection.script(`PRAGMA busy_timeout = ${waitMs}`);
      return judge(connection);
    } catch (error) {
      throw explainFailure(error, file);
    } finally {
      connection.close();
    }
  });

const connect = (file: string): Connection => {
  try {
    return new Connection(file);
  } catch (error) {
    throw explainFailure(withCode(error, 'SQLITE_CANTOPEN'), file);
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
