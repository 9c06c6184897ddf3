import { afterAll, describe } from 'vitest';
import { describeStores } from '../testing/describe-stores.ts';
import { openPostgresForTest } from '../testing/open-postgres-for-test.ts';
import { createDatabase } from '../testing/create-database.ts';

const database = await createDatabase();
afterAll(() => database?.remove());

describe.runIf(database)('a real server', () => {
  describeStores('postgres', ({ now }, most) =>
    openPostgresForTest(database, { now, sweepEveryMs: 0, ...(most && { most }) }),
  );
});
