import { StoreUnavailableError } from '@recourse/engine/store-ports';
import pg from 'pg';
import { Outage } from '../limiting/outage.ts';
import { defaultSchema, defaultStatementMs } from '../settings/store-settings.ts';
import type { PostgresSettings } from '../settings/store-settings.ts';
import { explainFailure } from './failures.ts';
import { migrate } from './migrations.ts';

type Cell = string | number | boolean | null | Buffer | readonly string[] | readonly Buffer[];

/** How decisions reach the server: each is one prepared statement, and one round trip. */
export interface Database {
  /** Runs a statement, prepared under its name once for each connection. `$schema` in it is the schema. */
  rows<Row>(name: string, sql: string, cells?: readonly Cell[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

const migrationMs = 300_000;
const defaultConnectMs = 2000;

/** All our whole numbers are times, counts and places, far below what a double holds exactly. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Connects, and brings the schema up to date. A server that does not answer within the bounds is unavailable. */
export const openDatabase = async (url: string, settings: Omit<PostgresSettings, 'kind'>): Promise<Database> => {
  const {
    schema = defaultSchema,
    connections = 10,
    connectMs = defaultConnectMs,
    statementMs = defaultStatementMs,
  } = settings;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`'${schema}' is not a valid schema name`);
  // Others may be at it, and a large table takes longer than a decision may.
  await withClient({ url, connectMs, statementMs: migrationMs }, (client) => migrate(client, schema));
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'recourse',
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // Ends a query if the server or the network disappears without closing the connection.
    query_timeout: statementMs + 500,
    keepAlive: true,
    types,
  });
  // The pool drops idle connections that break. Without a listener, such an error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const outage = new Outage();
  const statements = new Map<string, string>();
  const textOf = (name: string, sql: string): string => {
    const known = statements.get(name) ?? sql.replaceAll('$schema', schema);
    statements.set(name, known);
    return known;
  };
  return {
    rows: async <Row>(name: string, sql: string, cells: readonly Cell[] = []) => {
      if (pool.ending) throw new StoreUnavailableError('PostgreSQL', { cause: new Error('The store was closed') });
      try {
        const query = { name: `recourse_${name}`, text: textOf(name, sql), values: [...cells] };
        const { rows } = await pool.query(query);
        outage.ended();
        return rows as Row[];
      } catch (error) {
        throw outage.explain(explainFailure(error));
      }
    },
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
};

/** Runs something on a connection of its own, which ends with it. */
export const withClient = async <Result>(
  { url, connectMs = defaultConnectMs, statementMs }: Pick<PostgresSettings, 'url' | 'connectMs' | 'statementMs'>,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'recourse',
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs ?? connectMs,
    types,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await run(client);
  } catch (error) {
    throw explainFailure(error);
  } finally {
    // Closing the connection rolls back an open transaction.
    await client.end().catch(() => undefined);
  }
};
