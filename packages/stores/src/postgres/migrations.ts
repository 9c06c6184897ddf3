import type pg from 'pg';
import { StoreVersionError } from '../settings/store-version-error.ts';
import { addAttempts } from './add-attempts.ts';
import { addCallDigests } from './add-call-digests.ts';
import { addCells } from './add-cells.ts';
import { addEvidence } from './add-evidence.ts';
import { addOwners } from './add-owners.ts';
import { addSharing } from './add-sharing.ts';
import { replaceFunctions } from './functions.ts';
import { indexTokens } from './index-tokens.ts';
import { runTables } from './runs/run-tables.ts';
import { tables } from './tables.ts';

/**
 * Each migrates the tables from one version to the next. Never change a released one; add another. A changed function
 * needs one too, even an empty one, because functions are replaced when the version grows.
 */
export const migrations: readonly (string | ((client: pg.Client, schema: string) => Promise<void>))[] = [
  tables,
  addOwners,
  addEvidence,
  addAttempts,
  addSharing,
  indexTokens,
  addCallDigests,
  runTables,
  addCells,
];

/** The version that this program brings a store to. */
export const currentVersion = migrations.length;

/** The advisory lock that serialises migrations. */
const migrationLock = 7_263_501;

/** Brings the schema up to date, once, however many processes start at the same moment. */
export const migrate = async (client: pg.Client, schema: string): Promise<void> => {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  const version = await versionOf(client, schema);
  if (version > migrations.length) throw new StoreVersionError(`schema ${schema}`, version, migrations.length);
  for (const migration of migrations.slice(version)) {
    if (typeof migration === 'string') await client.query(migration.replaceAll('$schema', schema));
    else await migration(client, schema);
  }
  if (version < migrations.length) {
    await replaceFunctions(client, schema);
    await client.query(`UPDATE ${schema}.version SET version = $1`, [migrations.length]);
  }
  await client.query('COMMIT');
};

/** 0 if there is no store. */
export const versionOf = async (client: pg.Client, schema: string): Promise<number> => {
  const { rows } = await client.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
    `${schema}.version`,
  ]);
  if (!rows[0]?.found) return 0;
  const found = await client.query<{ version: number }>(`SELECT version FROM ${schema}.version`);
  return found.rows[0]?.version ?? 0;
};
