import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createFolder, privateFolder } from '../files/create-folder.ts';
import type { AdmissionLimit } from '../limiting/admission-limit.ts';
import { defaultFile } from '../settings/store-settings.ts';
import type { SqliteSettings } from '../settings/store-settings.ts';
import { Checkpointer } from './checkpointer.ts';
import type { Connection } from './connection.ts';
import { connect } from './connect.ts';
import { explainFailure, isBusy } from './failures.ts';
import { GroupCommit } from './group-commit.ts';
import { migrate } from './migrations.ts';
import type { Transaction } from './transaction.ts';

/** How decisions reach the file: writes in groups, reads at once. */
export interface Database {
  readonly connection: Connection;
  write<Result>(run: (transaction: Transaction) => Result): Promise<Result>;
  /** The same for a call that is to begin: behind all other writes, and refused if that takes too long. */
  admit<Result>(run: (transaction: Transaction) => Result, limit: AdmissionLimit): Promise<Result>;
  read<Result>(run: () => Result): Promise<Result>;
  close(): Promise<void>;
}

const startMs = 10_000;
/** In pages. */
const longestLog = 32_000;

/** Opens the file, creates it if there is none, and brings it up to date. */
export const openDatabase = async (settings: Omit<SqliteSettings, 'kind'>): Promise<Database> => {
  const { file = defaultFile, busyMs = 1, waitMs = 5000, groupMs = 8, synchronous = 'normal' } = settings;
  const connection = open(file);
  try {
    connection.script(`PRAGMA busy_timeout = ${Math.round(busyMs)}`);
    await retry(() => connection.rows('PRAGMA journal_mode = WAL'), startMs);
    connection.script(`PRAGMA synchronous = ${synchronous === 'full' ? 'FULL' : 'NORMAL'}`);
    connection.script('PRAGMA cache_size = -32768');
    // After a burst the log gives its space back.
    connection.rows('PRAGMA journal_size_limit = 67108864');
    // Only if the thread that does it falls behind.
    connection.rows(`PRAGMA wal_autocheckpoint = ${longestLog}`);
    await retry(() => migrate(connection), startMs);
  } catch (error) {
    connection.close();
    throw explainFailure(error, file);
  }
  const checkpointer = new Checkpointer(file, () => connection.rows('PRAGMA wal_autocheckpoint = 1000'));
  const group = new GroupCommit(connection, { waitMs, groupMs, onCommit: () => checkpointer.committed() });
  return {
    connection,
    write: (run) => group.write(run),
    admit: (run, limit) => group.write(run, limit),
    read: async (run) => {
      try {
        return await retry(run, waitMs);
      } catch (error) {
        throw explainFailure(error, file);
      }
    },
    close: async () => {
      await group.end();
      connection.close();
      await checkpointer.close();
    },
  };
};

const open = (file: string): Connection => {
  try {
    createFolder(path.dirname(file), privateFolder);
    // SQLite gives its further files the rights of this one.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw explainFailure(error, file);
  }
  return connect(file);
};

/** Readers wait only while a file is recovered after a crash, or changes its journal mode at the first start. */
const retry = async <Result>(run: () => Result, waitMs: number): Promise<Result> => {
  for (const until = performance.now() + waitMs; ;) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await pause(2 + Math.random() * 10);
    }
  }
};
