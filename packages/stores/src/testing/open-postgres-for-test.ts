import { randomBytes } from 'node:crypto';
import { openPostgres } from '../postgres/open.ts';
import type { PostgresSettings } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';

export interface PostgresStoresForTest {
  readonly stores: Stores;
  readonly settings: PostgresSettings;
  readonly close: () => Promise<void>;
}

/** A schema of its own for every test, on one server. */
export const openPostgresForTest = async (
  server: { readonly url: string } | undefined,
  more: Omit<PostgresSettings, 'kind'> = {},
): Promise<PostgresStoresForTest> => {
  if (!server) throw new Error('There is no server');
  const settings: PostgresSettings = {
    kind: 'postgres',
    url: server.url,
    schema: `test_${randomBytes(6).toString('hex')}`,
    key: 'ab'.repeat(32),
    connections: 5,
    // The machine may be busy.
    connectMs: 20_000,
    statementMs: 20_000,
    ...more,
  };
  const stores = await openPostgres(settings, {});
  return { stores, settings, close: stores.close };
};
