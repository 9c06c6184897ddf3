import { describeStores } from '../testing/describe-stores.ts';
import { openMemory } from './open.ts';

describeStores('memory', async ({ now }, most) => {
  const stores = await openMemory({ now, ...(most && { most }) });
  return { stores, close: stores.close };
});
