import { describeStores } from '../testing/describe-stores.ts';
import { openSqliteForTest } from '../testing/open-sqlite-for-test.ts';

describeStores('sqlite', ({ now }, most) => openSqliteForTest({ now, sweepEveryMs: 0, ...(most && { most }) }));
