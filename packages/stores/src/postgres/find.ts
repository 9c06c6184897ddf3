import type { StoreFound } from '../configured/find-store.ts';
import { defaultSchema } from '../settings/store-settings.ts';
import type { PostgresSettings } from '../settings/store-settings.ts';
import { withClient } from './database.ts';
import { currentVersion, versionOf } from './migrations.ts';

/** Looks for the schema, and changes nothing. */
export const findPostgres = async (settings: PostgresSettings): Promise<StoreFound> => {
  const version = await withClient(settings, (client) => versionOf(client, settings.schema ?? defaultSchema));
  return version === 0 ? { state: 'missing' } : { state: 'present', version, current: currentVersion };
};
