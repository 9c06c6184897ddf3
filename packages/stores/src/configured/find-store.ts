import type { StoreSettings } from '../settings/store-settings.ts';

/** Whether there is a store, found without making one. */
export type StoreFound =
  | { readonly state: 'missing' }
  /** There is something else in its place. */
  | { readonly state: 'foreign' }
  /** `current` is the version that this program knows, and brings an older store to when it opens it. */
  | { readonly state: 'present'; readonly version: number; readonly current: number };

/** Looks for the store that the settings name. A store in memory is nowhere that another process could look. */
export const findStore = async (settings: StoreSettings): Promise<StoreFound> => {
  switch (settings.kind) {
    case 'memory':
      return { state: 'missing' };
    case 'sqlite':
      return (await import('../sqlite/find.ts')).findSqlite(settings);
    case 'postgres':
      return (await import('../postgres/find.ts')).findPostgres(settings);
  }
};
