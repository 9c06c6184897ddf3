import { afterAll, describe } from 'vitest';
import { describeOverload } from '../testing/describe-overload.ts';
import { describeProcesses } from '../testing/describe-processes.ts';
import { describeServers } from '../testing/describe-servers.ts';
import { openPostgresForTest } from '../testing/open-postgres-for-test.ts';
import type { OpenShared } from '../testing/shared-stores.ts';
import { createDatabase } from '../testing/create-database.ts';
import { watchBackends } from '../testing/watch-backends.ts';
import { watchPostgres } from '../testing/watch-calls.ts';

const database = await createDatabase();
afterAll(() => database?.remove());

const open: OpenShared = async () => {
  const { stores, settings, close } = await openPostgresForTest(database);
  const { url = '', schema = '' } = settings;
  const untilQuiet = await watchBackends(url);
  return { stores, settings, watchCalls: () => watchPostgres(url, schema), untilQuiet, close };
};

describe.runIf(database)('a real server', () => {
  describeProcesses('postgres', open);
  describeServers('postgres', open);
  describeOverload('postgres', open);
});
