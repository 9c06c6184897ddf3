import type pg from 'pg';
import type { StoreExamination } from '../configured/examine-store.ts';
import { countSealed, triedRows } from '../sealing/count-sealed.ts';
import { findKeys } from '../sealing/find-keys.ts';
import { readCall } from '../sealing/sealed-call.ts';
import type { Sealer } from '@recourse/engine/sealing';
import { readOutcome } from '../sealing/stored-outcome.ts';
import { defaultSchema } from '../settings/store-settings.ts';
import type { Environment, PostgresSettings } from '../settings/store-settings.ts';
import { sealedOf } from './context.ts';
import type { SealedCells } from './context.ts';
import { withClient } from './database.ts';

/** Large tables take long to count. */
const countingMs = 60_000;

/** Looks at a schema from all sides. */
export const examinePostgres = (settings: PostgresSettings, environment: Environment): Promise<StoreExamination> => {
  const { source, sealer } = findKeys(undefined, environment);
  const schema = settings.schema ?? defaultSchema;
  const now = settings.now?.() ?? null;
  return withClient({ ...settings, statementMs: countingMs }, async (client) => {
    const rows = async <Row>(sql: string, ...cells: readonly (string | number | null | readonly string[])[]) =>
      (await client.query(sql.replaceAll('$schema', schema), [...cells])).rows as Row[];
    const [counted] = await rows<StoreExamination['rows']>(counts);
    const [oldest] = await rows<{ ts: string }>('SELECT ts FROM $schema.events ORDER BY position LIMIT 1');
    const [size] = await rows<{ bytes: number }>(sizes, schema);
    const notWritable = await tryToWrite(client, schema);
    return {
      rows: counted ?? { tokens: 0, outcomes: 0, calls: 0, keys: 0, events: 0, duplicates: 0 },
      ...(oldest && { oldest_event: oldest.ts }),
      bytes: size?.bytes ?? 0,
      ...(notWritable !== undefined && { notWritable }),
      key: source,
      sealed: await sealedIn(rows, sealer, now),
    };
  });
};

const counts = `SELECT (SELECT count(*) FROM $schema.tokens) AS tokens,
  (SELECT count(*) FROM $schema.replays) AS outcomes, (SELECT count(*) FROM $schema.quota_calls) AS calls,
  (SELECT count(*) FROM $schema.keys) AS keys, (SELECT count(*) FROM $schema.events) AS events,
  (SELECT count(*) FROM $schema.possible_duplicates) AS duplicates`;

const sizes = `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS bytes
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r'`;

/** A standby and a user who may only read show themselves at the first change, which is taken back. */
const tryToWrite = async (client: pg.Client, schema: string): Promise<string | undefined> => {
  await client.query('BEGIN');
  try {
    await client.query(`UPDATE ${schema}.version SET version = version`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query('ROLLBACK');
  }
};

type Rows = <Row>(sql: string, ...cells: readonly (string | number | null | readonly string[])[]) => Promise<Row[]>;

const sealedIn = async (rows: Rows, sealer: Sealer, now: number | null): Promise<StoreExamination['sealed']> => {
  const groups = await rows<{ sealed_by: string; rows: number }>(
    ['tokens', 'replays']
      .map(
        (table) =>
          `SELECT sealed_by, count(*) AS rows FROM $schema.${table}
           WHERE sealed_by IS NOT NULL AND expires_at > $schema.at($1) GROUP BY sealed_by`,
      )
      .join(' UNION ALL '),
    now,
  );
  const newest = <Row>(table: string) =>
    rows<Row & SealedCells>(
      `SELECT * FROM $schema.${table} WHERE sealed_by = ANY($1) AND expires_at > $schema.at($2)
       ORDER BY seq DESC LIMIT ${triedRows}`,
      sealer.opens,
      now,
    );
  const tokens = await newest<{ digest: string }>('tokens');
  const replays = await newest<{ seq: number }>('replays');
  return countSealed(sealer, groups, [
    ...tokens.map((row) => Object.keys(readCall(sealer, sealedOf(row), row.digest)).length > 0),
    ...replays.map((row) => {
      const sealed = sealedOf(row);
      return sealed !== undefined && readOutcome(sealer, sealed, String(row.seq)) !== undefined;
    }),
  ]);
};
