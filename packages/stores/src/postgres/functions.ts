import type pg from 'pg';
import { admissionFunctions } from './functions/admissions.ts';
import { claimFunctions } from './functions/claims.ts';
import { clockFunctions } from './functions/clock.ts';
import { decisionFunctions } from './functions/decisions.ts';
import { endingFunctions } from './functions/endings.ts';
import { evidenceFunctions } from './functions/evidence.ts';
import { exchangeFunctions } from './functions/exchange.ts';
import { lockFunctions } from './functions/locks.ts';
import { questionFunctions } from './functions/questions.ts';
import { quotaFunctions } from './functions/quotas.ts';
import { runFunctions } from './runs/run-functions.ts';

/** The functions of the current version. */
const functions = [
  clockFunctions,
  quotaFunctions,
  lockFunctions,
  claimFunctions,
  endingFunctions,
  admissionFunctions,
  evidenceFunctions,
  exchangeFunctions,
  questionFunctions,
  decisionFunctions,
  runFunctions,
].join('\n');

/**
 * Replaces the functions of a schema, inside the transaction that migrates it. They hold no data, so that migrations
 * change only tables and each function exists once in this program.
 */
export const replaceFunctions = async (client: pg.Client, schema: string): Promise<void> => {
  const { rows } = await client.query<{ signature: string }>(
    'SELECT oid::regprocedure::text AS signature FROM pg_proc WHERE pronamespace = $1::regnamespace',
    [schema],
  );
  for (const { signature } of rows) await client.query(`DROP FUNCTION ${signature}`);
  await client.query(functions.replaceAll('$schema', schema));
};
