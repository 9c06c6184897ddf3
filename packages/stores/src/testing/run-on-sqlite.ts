import Libsql from 'libsql';

/** Runs SQL on the file of a store, as an attacker with write access to it could. */
export const runOnSqlite = (file: string, sql: string): void => {
  const database = new Libsql(file);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
};
