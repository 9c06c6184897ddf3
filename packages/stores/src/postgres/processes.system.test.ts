import { afterAll, describe } from 'vitest';
import { describeProcesses } from '../testing/describe-processes.ts';
import { describeServers } from '../testing/describe-servers.ts';
import { openPostgresForTest } from '../testing/open-postgres-for-test.ts';
import type { OpenShared } from '../testing/shared-stores.ts';
import { createDatabase } from '../testing/create-database.ts';
import { watchPostgres } from '../testing/watch-calls.ts';

const database = await createDatabase();
afterAll(() => database?.remove());

const open: OpenShared = async () => {
  const { stores, settings, close } = await openPostgresForTest(database);
  const { url = '', schema = '' } = settings;
  return { stores, settings, watchCalls: () => watchPostgres(url, schema), close };
};

describe.runIf(database)('a real server', () => {
  describeProcesses('postgres', open);
  describeServers('postgres', open);
});
