import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStores } from '@recourse/stores';
import { runStoreOf } from '../service/create-runs.ts';
import { describeExecutor } from '../testing/describe-executor.ts';
import { createEmbeddedExecutor } from './embedded.ts';

describeExecutor('embedded', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-executor-'));
  const stores = await openStores({ kind: 'sqlite', file: path.join(folder, 'state.db'), sweepEveryMs: 0 }, {});
  return {
    stores,
    createExecutor: ({ concurrency }) => createEmbeddedExecutor({ store: runStoreOf(stores), concurrency, pollMs: 20 }),
    close: async () => {
      await stores.close();
      await rm(folder, { recursive: true });
    },
  };
});
