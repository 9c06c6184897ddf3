import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { database, recordKey, store } from './fields.ts';
import { databaseErrors, usingDatabase } from './using-database.ts';

export const idbDelete = definePluginTool({
  name: 'idb_delete',
  description: 'Deletes one record from an IndexedDB store.',
  input: z.strictObject({ database, store, key: recordKey }),
  output: z.object({ deleted: z.int() }),
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: storageCodes,
  errors: databaseErrors,
  run: ({ arguments: given, session }) =>
    usingDatabase(session, { ...given, operation: 'delete', most: 0 }, ({ count }) => ({ deleted: count })),
});
