import type pg from 'pg';
import { StoreVersionError } from '../settings/store-version-error.ts';
import { addEvidence } from './add-evidence.ts';
import { addSharing } from './add-sharing.ts';
import { approvalFunctions } from './functions/approvals.ts';
import { claimFunctions } from './functions/claims.ts';
import { confirmationFunctions } from './functions/confirmations.ts';
import { eventFunctions } from './functions/events.ts';
import { exchangeFunctions } from './functions/exchange.ts';
import { quotaFunctions } from './functions/quotas.ts';
import { replayFunctions } from './functions/replays.ts';
import { tokenFunctions } from './functions/tokens.ts';
import { runFunctions } from './runs/run-functions.ts';
import { runTables } from './runs/run-tables.ts';
import { tables } from './tables.ts';

/** Each brings the schema from one version to the next. What was released is never changed: add another one. */
export const migrations: readonly (string | ((client: pg.Client, schema: string) => Promise<void>))[] = [
  [tables, tokenFunctions, approvalFunctions, quotaFunctions, replayFunctions, eventFunctions].join('\n'),
  [claimFunctions, confirmationFunctions].join('\n'),
  addEvidence,
  exchangeFunctions,
  addSharing,
  [runTables, runFunctions].join('\n'),
];

/** The version that this program brings a store to. */
export const currentVersion = migrations.length;

/** A number of ours among the advisory locks of the database. */
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
    await client.query(`UPDATE ${schema}.version SET version = $1`, [migrations.length]);
  }
  await client.query('COMMIT');
};

/** 0 where there is no store. */
export const versionOf = async (client: pg.Client, schema: string): Promise<number> => {
  const { rows } = await client.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
    `${schema}.version`,
  ]);
  if (!rows[0]?.found) return 0;
  const found = await client.query<{ version: number }>(`SELECT version FROM ${schema}.version`);
  return found.rows[0]?.version ?? 0;
};
