import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from './processes.mjs';

/** Starts a PostgreSQL server with data of its own. */
export const openPostgres = async (load) => {
  const { default: EmbeddedPostgres } = await load();
  const databaseDir = await mkdtemp(path.join(tmpdir(), 'recourse-torture-pg-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'recourse',
    password: 'recourse',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'max_connections=200'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://recourse:recourse@127.0.0.1:${port}/postgres`,
    close: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
};
