import { afterAll, describe } from 'vitest';
import { describeProcesses } from '../testing/describe-processes.ts';
import { openPostgresForTest } from '../testing/open-postgres-for-test.ts';
import { startPostgres } from '../testing/start-postgres.ts';

const server = await startPostgres();
afterAll(() => server?.remove());

describe.runIf(server)('a real server', () => {
  describeProcesses('postgres', () => openPostgresForTest(server));
});
