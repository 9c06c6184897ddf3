import { StoreUnavailableError } from '@recourse/engine';
import pg from 'pg';
import type { PostgresSettings } from '../settings/store-settings.ts';
import { explainFailure } from './failures.ts';
import { migrate } from './migrations.ts';

type Cell = string | number | boolean | null | Buffer | readonly string[];

/** How decisions reach the server: each is one prepared statement, and one round trip. */
export interface Database {
  readonly schema: string;
  /** Runs a statement, prepared under its name once for each connection. `$schema` in it is the schema. */
  rows<Row>(name: string, sql: string, cells?: readonly Cell[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export const databaseVariable = 'RECOURSE_DATABASE_URL';

/** All our whole numbers are times, counts and places, far below what a double holds exactly. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Connects, and brings the schema up to date. A server that does not answer within the bounds is unavailable. */
export const openDatabase = async (url: string, settings: Omit<PostgresSettings, 'kind'>): Promise<Database> => {
  const { schema = 'recourse', connections = 10, connectMs = 2000, statementMs = 2000 } = settings;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`'${schema}' cannot be the name of a schema`);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'recourse',
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // Where the server or the network is gone without a word, nobody else would end the waiting.
    query_timeout: statementMs + 500,
    keepAlive: true,
    types,
  });
  // A connection that breaks while nobody uses it is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrate(pool, schema);
  } catch (error) {
    await pool.end();
    throw explainFailure(error);
  }
  return {
    schema,
    rows: async <Row>(name: string, sql: string, cells: readonly Cell[] = []) => {
      if (pool.ending) throw new StoreUnavailableError('PostgreSQL', { cause: new Error('It was closed') });
      try {
        const text = sql.replaceAll('$schema', schema);
        const { rows } = await pool.query({ name: `recourse_${name}`, text, values: [...cells] });
        return rows as Row[];
      } catch (error) {
        throw explainFailure(error);
      }
    },
    close: () => pool.end(),
  };
};
