/** Renews the lease of one owner in PostgreSQL until it is told to close. A broken connection is opened again. */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';

const { url, schema, owner, leaseMs, connectMs } = workerData;
const text = `UPDATE ${schema}.owners SET heard_at = at.now, lease_ends = at.now + $2
  FROM (SELECT ${schema}.at(NULL) AS now OFFSET 0) at WHERE id = $1`;
let client;

const connect = async () => {
  const opened = new pg.Client({
    connectionString: url,
    application_name: 'recourse lease',
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    keepAlive: true,
  });
  opened.on('error', () => undefined);
  await opened.connect();
  return opened;
};

let isBeating = false;
const beat = async () => {
  if (isBeating) return;
  isBeating = true;
  try {
    client ??= await connect();
    await client.query({ name: 'renew', text, values: [owner, leaseMs] });
  } catch {
    // The next beat tries again. A lease that ends in the meantime makes the key lost, not free.
    client?.end().catch(() => undefined);
    client = undefined;
  } finally {
    isBeating = false;
  }
};

await beat();
const timer = setInterval(() => void beat(), leaseMs / 3);
parentPort.postMessage('ready', []);
parentPort.once('message', () => {
  clearInterval(timer);
  client?.end().catch(() => undefined);
  parentPort.close();
});
