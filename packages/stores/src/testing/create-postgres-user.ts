import pg from 'pg';
import type { PostgresForTest } from './start-postgres.ts';

/** Creates a user who may log in and nothing else; returns the address with its name and password. */
export const createPostgresUser = async ({ url }: PostgresForTest, name: string): Promise<string> => {
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await admin.end();
  const own = new URL(url);
  own.username = name;
  own.password = name;
  return own.href;
};
