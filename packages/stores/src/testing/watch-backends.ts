import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const run = async <Row extends object>(url: string, sql: string, cells: readonly string[] = []): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...cells])).rows;
  } finally {
    await client.end();
  }
};

/**
 * Returns a function that waits until the server has closed every connection that was opened after now: a process that
 * was killed may have sent a statement that is still being carried out.
 */
export const watchBackends = async (url: string): Promise<() => Promise<void>> => {
  const [row] = await run<{ now: string }>(url, 'SELECT clock_timestamp()::text AS now');
  return async () => {
    for (;;) {
      const left = await run(url, opened, [row?.now ?? '']);
      if (left.length === 0) return;
      await pause(20);
    }
  };
};

const opened = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
    AND backend_start > $1::timestamptz`;
