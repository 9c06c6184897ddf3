import Libsql from 'libsql';

/** Makes a file look as if a program of another version had written it. */
export const setSqliteVersion = (file: string, version: number): void => {
  const database = new Libsql(file);
  database.pragma(`user_version = ${version}`);
  database.close();
};
