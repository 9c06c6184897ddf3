import { Connection } from './connection.ts';
import { explainFailure, withCode } from './failures.ts';
import { whyNotOpened } from './why-not-opened.ts';

/** Opens a connection to a file that exists; a failure says why as far as the file system knows it. */
export const connect = (file: string): Connection => {
  try {
    return new Connection(file);
  } catch (error) {
    throw explainFailure(whyNotOpened(file) ?? withCode(error, 'SQLITE_CANTOPEN'), file);
  }
};
