/**
 * Copies the log of a SQLite file into the file, on a thread of its own: the disk is flushed for it, and whoever does
 * that waits. Told to `checkpoint` it does so and says when it is done; told to `close` it does so and ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Libsql from 'libsql';

const { file, busyMs, restartPages } = workerData;
const database = new Libsql(file);
database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0`);
const passive = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
const restart = database.prepare('PRAGMA wal_checkpoint(RESTART)');
const first = database.prepare('UPDATE checkpoint SET at = ?');

/** Without waiting for anybody; when the log has grown long, writers wait until it can begin anew. */
const checkpoint = () => {
  const [{ log, checkpointed }] = passive.all();
  const isWhole = log === checkpointed;
  const isLong = log > restartPages;
  if (!isWhole && isLong) restart.all();
  // The first to write into a log that begins anew has to flush it. Better here than in a server.
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
