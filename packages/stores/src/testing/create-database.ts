import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface DatabaseForTest {
  readonly url: string;
  readonly remove: () => Promise<void>;
}

/**
 * Creates an empty database for one test file on the server that all files share. Returns nothing if PostgreSQL
 * cannot run. Tests that stop their server start one of their own with `startPostgres`.
 */
export const createDatabase = async (): Promise<DatabaseForTest | undefined> => {
  const serverUrl = inject('postgresUrl') as string | null | undefined;
  if (serverUrl === undefined) throw new Error('Only tests named *.system.test.ts have a PostgreSQL server.');
  if (serverUrl === null) return undefined;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
};

const run = async (connectionString: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
