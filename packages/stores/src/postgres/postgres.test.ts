import { afterAll, describe } from 'vitest';
import { describeStores } from '../testing/describe-stores.ts';
import { openPostgresForTest } from '../testing/open-postgres-for-test.ts';
import { startPostgres } from '../testing/start-postgres.ts';

const server = await startPostgres();
afterAll(() => server?.remove());

describe.runIf(server)('a real server', () => {
  describeStores('postgres', ({ now }, most) =>
    openPostgresForTest(server, { now, sweepEveryMs: 0, ...(most && { most }) }),
  );
});
