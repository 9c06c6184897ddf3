import Libsql from 'libsql';

/** Creates a database of another program and locks it; returns what unlocks it. */
export const lockForeignSqlite = (file: string): (() => void) => {
  const database = new Libsql(file);
  database.exec('PRAGMA journal_mode = DELETE; CREATE TABLE tokens (x); BEGIN EXCLUSIVE');
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
};
