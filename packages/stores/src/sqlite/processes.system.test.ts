import { describeOverload } from '../testing/describe-overload.ts';
import { describeProcesses } from '../testing/describe-processes.ts';
import { describeServers } from '../testing/describe-servers.ts';
import { openSqliteForTest } from '../testing/open-sqlite-for-test.ts';
import type { OpenShared } from '../testing/shared-stores.ts';
import { watchSqlite } from '../testing/watch-calls.ts';

const open: OpenShared = async () => {
  const { stores, file, close } = await openSqliteForTest({ most: { events: 10_000_000, tokens: 10_000_000 } });
  return { stores, settings: { kind: 'sqlite', file }, watchCalls: () => watchSqlite(file), close };
};

describeProcesses('sqlite', open);
describeServers('sqlite', open);
describeOverload('sqlite', open);
