import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { database, store } from './fields.ts';
import { databaseErrors, usingDatabase } from './using-database.ts';

export const idbCount = definePluginTool({
  name: 'idb_count',
  description: 'Counts the records in an IndexedDB store or in one of its indexes.',
  input: z.strictObject({ database, store, index: store.optional() }),
  output: z.object({ count: z.int() }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['page'],
  codes: storageCodes,
  errors: databaseErrors,
  run: ({ arguments: given, session }) =>
    usingDatabase(session, { ...given, operation: 'count', most: 0 }, ({ count }) => ({ count })),
});
