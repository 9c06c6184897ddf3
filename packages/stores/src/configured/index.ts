export { findStore } from './find-store.ts';
export type { StoreFound } from './find-store.ts';
export { locateStores, StoreSettingsError } from './locate-stores.ts';
export type { LocatedStores, LocateOptions } from './locate-stores.ts';
export { openConfiguredStores } from './open-configured-stores.ts';
export type { ConfiguredStores, OpenConfiguredOptions } from './open-configured-stores.ts';
export { openOperator } from './open-operator.ts';
export type { Operator } from './open-operator.ts';
export type { StoreLocation } from './store-location.ts';
