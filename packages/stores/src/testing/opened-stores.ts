import { createClock } from '@recourse/testkit';
import type { Clock } from '@recourse/testkit';
import { afterEach } from 'vitest';
import type { Bounds } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';

interface OpenedStores {
  readonly stores: Stores;
  readonly close: () => Promise<void>;
}

/** Opens stores with nothing in them, that go by the given clock. */
export type OpenStores = (clock: Clock, most?: Partial<Bounds>) => Promise<OpenedStores>;

/** Opens stores for each test that asks, and closes them afterwards. Called within a `describe`. */
export const opener = (open: OpenStores) => {
  const opened: OpenedStores[] = [];
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
  });
  return async (most?: Partial<Bounds>): Promise<{ readonly stores: Stores; readonly clock: Clock }> => {
    const clock = createClock();
    const one = await open(clock, most);
    opened.push(one);
    return { stores: one.stores, clock };
  };
};
