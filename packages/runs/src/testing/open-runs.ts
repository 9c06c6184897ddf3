import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStores } from '@recourse/stores';
import type { SqliteSettings, Stores } from '@recourse/stores';
import { afterEach } from 'vitest';
import { createEmbeddedExecutor } from '../executor/embedded.ts';
import { createRuns, runStoreOf } from '../service/create-runs.ts';
import type { Runs, RunsOptions } from '../service/create-runs.ts';

export interface OpenedRuns {
  readonly runs: Runs;
  readonly stores: Stores;
  readonly file: string;
}

/** Opens runs on a SQLite file of their own for each test that asks, and closes them afterwards. */
export const opener = () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return async (
    options: Partial<RunsOptions> & { readonly file?: string; readonly settings?: Partial<SqliteSettings> } = {},
  ): Promise<OpenedRuns> => {
    const { file: given, settings, ...more } = options;
    const folder = given === undefined ? await mkdtemp(path.join(tmpdir(), 'recourse-runs-')) : path.dirname(given);
    const file = given ?? path.join(folder, 'state.db');
    if (given === undefined) closing.push(() => rm(folder, { recursive: true, force: true }));
    const stores = await openStores({ kind: 'sqlite', file, sweepEveryMs: 0, ...settings }, {});
    closing.push(() => stores.close());
    const executor = createEmbeddedExecutor({ store: runStoreOf(stores), pollMs: 20 });
    const runs = createRuns({ stores, executor, retryPauseMs: 1, pollMs: 5, ...more });
    closing.push(() => runs.close());
    return { runs, stores, file };
  };
};
