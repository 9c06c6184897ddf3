import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';
import pg from 'pg';

const key = 'ab'.repeat(32);

/** A file for each lane. Another writer can hold its lock for a while. */
export const sqlite = {
  name: 'sqlite',
  settings: (folder) => ({ kind: 'sqlite', file: path.join(folder, 'state.db'), key }),
  block:
    ({ file }) =>
    async (ms) => {
      const database = new Libsql(file);
      database.exec('PRAGMA busy_timeout = 2000; BEGIN IMMEDIATE');
      await pause(ms);
      database.exec('ROLLBACK');
      database.close();
    },
};

/** A schema for each lane, on one server. Its tables can be locked, and its connections ended. */
export const postgres = (url) => {
  const run = async (statements) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const statement of statements)
        await (typeof statement === 'number' ? pause(statement) : client.query(statement));
    } finally {
      await client.end();
    }
  };
  return {
    name: 'postgres',
    settings: () => ({
      kind: 'postgres',
      url,
      schema: `torture_${randomBytes(6).toString('hex')}`,
      key,
      connections: 5,
    }),
    block:
      ({ schema }) =>
      (ms) =>
        run([
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'recourse'",
          'BEGIN',
          `LOCK TABLE ${schema}.replays IN ACCESS EXCLUSIVE MODE`,
          ms,
          'ROLLBACK',
        ]),
    drop: ({ schema }) => run([`DROP SCHEMA IF EXISTS ${schema} CASCADE`]),
  };
};
