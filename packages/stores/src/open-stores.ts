import type { Environment, StoreSettings } from './settings/store-settings.ts';
import type { Stores } from './stores.ts';

/** Opens the stores that the settings name. Only their driver is loaded. */
export const openStores = async (settings: StoreSettings, environment: Environment = process.env): Promise<Stores> => {
  switch (settings.kind) {
    case 'memory':
      return (await import('./memory/open.ts')).openMemory(settings);
    case 'sqlite':
      return (await import('./sqlite/open.ts')).openSqlite(settings, environment);
    case 'postgres':
      return (await import('./postgres/open.ts')).openPostgres(settings, environment);
  }
};
