import { afterAll, describe } from 'vitest';
import { describeProcesses } from '../testing/describe-processes.ts';
import { describeServers } from '../testing/describe-servers.ts';
import { openPostgresForTest } from '../testing/open-postgres-for-test.ts';
import type { OpenShared } from '../testing/shared-stores.ts';
import { startPostgres } from '../testing/start-postgres.ts';
import { watchPostgres } from '../testing/watch-calls.ts';

const server = await startPostgres();
afterAll(() => server?.remove());

const open: OpenShared = async () => {
  const { stores, settings, close } = await openPostgresForTest(server);
  const { url = '', schema = '' } = settings;
  return { stores, settings, watchCalls: () => watchPostgres(url, schema), close };
};

describe.runIf(server)('a real server', () => {
  describeProcesses('postgres', open);
  describeServers('postgres', open);
});
