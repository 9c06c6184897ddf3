import Libsql from 'libsql';
import pg from 'pg';

type Watch = () => Promise<readonly number[]>;

interface WatchedRow {
  readonly at: number | string;
  readonly calls: number;
}

const timesOf = (rows: readonly WatchedRow[]): readonly number[] =>
  rows.flatMap(({ at, calls }) => Array.from({ length: calls }, () => Number(at)));

/** Has SQLite itself write down each call that is counted: what was counted is dropped when it leaves its window. */
export const watchSqlite = (file: string): Promise<Watch> => {
  const database = new Libsql(file);
  database.exec(`
    CREATE TABLE watched (at INTEGER, calls INTEGER);
    CREATE TRIGGER watch AFTER INSERT ON quota_calls BEGIN INSERT INTO watched VALUES (new.at, new.calls); END`);
  database.close();
  const read = (): readonly number[] => {
    const reader = new Libsql(file);
    const rows = reader.prepare('SELECT at, calls FROM watched').all() as WatchedRow[];
    reader.close();
    return timesOf(rows);
  };
  return Promise.resolve(() => Promise.resolve(read()));
};

/** The same for PostgreSQL. */
export const watchPostgres = async (url: string, schema: string): Promise<Watch> => {
  const run = async (sql: string): Promise<readonly WatchedRow[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<WatchedRow>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  await run(`
    CREATE TABLE ${schema}.watched (at bigint);
    CREATE FUNCTION ${schema}.watch() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO ${schema}.watched VALUES (new.at); RETURN new; END $$;
    CREATE TRIGGER watch AFTER INSERT ON ${schema}.quota_calls FOR EACH ROW EXECUTE FUNCTION ${schema}.watch()`);
  return async () => timesOf(await run(`SELECT at, 1 AS calls FROM ${schema}.watched`));
};
