import { afterEach } from 'vitest';
import type { StoreSettings } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';
import { startProcess } from './start-process.ts';
import type { StoreProcess } from './start-process.ts';

export interface SharedStores {
  readonly stores: Stores;
  /** The settings with which another process opens the same stores. */
  readonly settings: StoreSettings;
  /** From now on remembers every call that is counted; the answer reads when each was made, by the store's clock. */
  readonly watchCalls: () => Promise<() => Promise<readonly number[]>>;
  /** Waits until nothing that a killed process has sent is still under way. */
  readonly untilQuiet?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type OpenShared = () => Promise<SharedStores>;

/** As long as the longest of these tests takes on a busy machine. */
export const longMs = 3_600_000;

const processes = 4;

/** Opens stores that processes share, and starts these; all is over after each test. Called within a `describe`. */
export const sharer = (open: OpenShared) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  }, longMs);

  const start = async (program: string, ...input: readonly unknown[]): Promise<StoreProcess> => {
    const started = await startProcess(program, ...input);
    closing.push(started.kill);
    return started;
  };
  return {
    share: async (): Promise<SharedStores> => {
      const shared = await open();
      closing.push(shared.close);
      return shared;
    },
    start,
    startAll: (program: string, ...input: readonly unknown[]) =>
      Promise.all(Array.from({ length: processes }, () => start(program, ...input))),
  };
};

export const askAll = (all: readonly StoreProcess[], task: object) => Promise.all(all.map((one) => one.ask(task)));
