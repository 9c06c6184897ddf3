/** Renews the lease of one owner in a SQLite file until it is told to close. */
import { parentPort, workerData } from 'node:worker_threads';
import Libsql from 'libsql';

const { file, owner, leaseMs } = workerData;
const database = new Libsql(file);
database.exec(`PRAGMA busy_timeout = ${Math.ceil(leaseMs / 3)}; PRAGMA synchronous = NORMAL`);
const renew = database.prepare('UPDATE owners SET heard_at = ?, lease_ends = ? WHERE id = ?');

const beat = () => {
  try {
    const now = Date.now();
    renew.run(now, now + leaseMs, owner);
  } catch {
    // The next beat tries again. A lease that ends in the meantime makes the key lost, not free.
  }
};

beat();
const timer = setInterval(beat, leaseMs / 3);
parentPort.postMessage('ready', []);
parentPort.once('message', () => {
  clearInterval(timer);
  database.close();
  parentPort.close();
});
