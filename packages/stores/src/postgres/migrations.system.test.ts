import { driveAdmissions } from '@recourse/testkit';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../testing/create-database.ts';
import { withClient } from './database.ts';
import { migrations } from './migrations.ts';
import { openPostgres } from './open.ts';

const database = await createDatabase();
afterAll(() => database?.remove());
const url = database?.url ?? '';
const key = 'ab'.repeat(32);

const open = async (schema: string) => {
  const stores = await openPostgres({ url, schema, key }, {});
  onTestFinished(() => stores.close());
  return stores;
};

describe.runIf(database)('the schema of a real server', () => {
  it('loses the functions of an older version and gets the current ones', async () => {
    const run = <Row extends object>(sql: string) =>
      withClient({ url }, async (client) => (await client.query<Row>(sql)).rows);
    await run(String(migrations[0]).replaceAll('$schema', 'older'));
    await run(`
      UPDATE older.version SET version = 1;
      CREATE FUNCTION older.redeem(p_seq bigint) RETURNS older.tokens LANGUAGE sql AS $$ SELECT * FROM older.tokens $$;
      CREATE FUNCTION older.at(p_now bigint) RETURNS text LANGUAGE sql AS $$ SELECT 'of another type' $$;
    `);
    const drive = driveAdmissions(await open('older'));
    const claim = { principal: 'ada', operation: 'pay', key: 'k', digest: 'd', retentionMs: 1000, idempotent: false };
    expect(await drive.claim(claim)).toMatchObject({ state: 'claimed' });
    await open('newer');
    const namesIn = (schema: string) =>
      run(
        `SELECT proname FROM pg_proc WHERE pronamespace = '${schema}'::regnamespace ORDER BY oid::regprocedure::text`,
      );
    const names = await namesIn('older');
    expect(names).toContainEqual({ proname: 'exchange' });
    expect(names).toHaveLength((await namesIn('newer')).length);
    expect(names).not.toContainEqual({ proname: 'redeem' });
  });

  it('finds the token of a claim by an index', async () => {
    await open('indexed');
    const plan = await withClient({ url }, async (client) => {
      // Small tables are read as a whole even if there is an index.
      await client.query('SET enable_seqscan = off');
      return (await client.query('EXPLAIN UPDATE indexed.tokens SET claim = NULL WHERE claim = 7')).rows;
    });
    expect(JSON.stringify(plan)).toContain('tokens_by_claim');
  });
});
