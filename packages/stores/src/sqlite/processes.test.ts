import { describeProcesses } from '../testing/describe-processes.ts';
import { openSqliteForTest } from '../testing/open-sqlite-for-test.ts';

describeProcesses('sqlite', async () => {
  const { stores, file, close } = await openSqliteForTest({ most: { events: 10_000_000, tokens: 10_000_000 } });
  return { stores, settings: { kind: 'sqlite', file }, close };
});
