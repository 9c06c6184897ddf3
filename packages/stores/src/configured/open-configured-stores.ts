import type { Configuration } from '@recourse/engine/configuration';
import { openStores } from '../open-stores.ts';
import type { Stores } from '../stores.ts';
import { locateStores } from './locate-stores.ts';
import type { LocateOptions } from './locate-stores.ts';
import type { StoreLocation } from './store-location.ts';

export interface OpenConfiguredOptions extends LocateOptions {
  readonly now?: () => number;
}

export interface ConfiguredStores {
  readonly configuration: Configuration;
  readonly stores: Stores;
  readonly location: StoreLocation;
}

/**
 * Opens the state of a working directory for a server: creates it if it does not exist, and
 * migrates it. Returns the rest of the operator's configuration too, because it was read anyway.
 */
export const openConfiguredStores = async ({ now, ...options }: OpenConfiguredOptions): Promise<ConfiguredStores> => {
  const { configuration, settings, location } = await locateStores(options);
  const stores = await openStores({ ...settings, ...(now && { now }) }, options.environment);
  return { configuration, stores, location };
};
