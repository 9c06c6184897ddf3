import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';
import { storeKey } from './store-key.mjs';

/** A file for each lane. There is no server to stop; another writer holds its lock instead. */
export const openSqliteStore = (folder) => {
  const file = path.join(folder, 'state.db');
  return {
    settings: { kind: 'sqlite', file, key: storeKey },
    interrupt: async (ms) => {
      const database = new Libsql(file);
      try {
        database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE');
        await pause(ms);
        database.exec('ROLLBACK');
      } finally {
        database.close();
      }
    },
  };
};
