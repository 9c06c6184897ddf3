import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { database, most as limit, store } from './fields.ts';
import { databaseErrors, usingDatabase } from './using-database.ts';

export const idbKeys = definePluginTool({
  name: 'idb_keys',
  description: 'Lists the keys in an IndexedDB store, up to `limit`.',
  input: z.strictObject({ database, store, limit }),
  output: z.object({ keys: z.array(z.json()), count: z.int() }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['page'],
  codes: storageCodes,
  errors: databaseErrors,
  run: ({ arguments: given, session }) =>
    usingDatabase(session, { ...given, operation: 'keys', most: given.limit }, ({ keys, count }) => ({
      keys: [...keys],
      count,
    })),
});
