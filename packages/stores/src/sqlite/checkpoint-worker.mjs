/**
 * Copies the log of a SQLite file into the file, on a separate thread, because flushing the disk blocks. It runs a
 * checkpoint for each message `checkpoint` and reports when it is done; `close` ends the thread.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Libsql from 'libsql';

const { file, busyMs, restartPages } = workerData;
const database = new Libsql(file);
database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0`);
const passive = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
const restart = database.prepare('PRAGMA wal_checkpoint(RESTART)');
const first = database.prepare('UPDATE checkpoint SET at = ?');

/** Does not wait for readers or writers. If the log is long, writers wait until it restarts. */
const checkpoint = () => {
  const [{ log, checkpointed }] = passive.all();
  const isWhole = log === checkpointed;
  const isLong = log > restartPages;
  if (!isWhole && isLong) restart.all();
  // The first write to a restarted log flushes it. That is better done here than in a server.
  if (log > 0 && (isWhole || isLong)) first.run(Date.now());
};

parentPort.on('message', (task) => {
  try {
    checkpoint();
  } catch {
    // A file that fails now is tried again the next time; the decisions say what is wrong with it.
  }
  if (task !== 'close') return parentPort.postMessage('done', []);
  database.close();
  parentPort.close();
});
