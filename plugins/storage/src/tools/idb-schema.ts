import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { database } from './fields.ts';
import { storeSchema } from './store-schema.ts';
import { databaseErrors, usingDatabase } from './using-database.ts';

export const idbSchema = definePluginTool({
  name: 'idb_schema',
  description:
    'Describes an IndexedDB database: version, stores, key paths, indexes and counts. storage_snapshot lists the databases.',
  input: z.strictObject({ database }),
  output: z.object({ database: z.string(), version: z.number(), stores: z.array(storeSchema) }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['page'],
  codes: storageCodes,
  errors: databaseErrors,
  run: ({ arguments: given, session }) =>
    usingDatabase(session, { ...given, operation: 'schema', most: 0 }, ({ version, stores }) => ({
      database: given.database,
      version,
      stores: stores.map((one) => ({ ...one, indexes: [...one.indexes] })),
    })),
});
