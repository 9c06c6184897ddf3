import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { database, store } from './fields.ts';
import { databaseErrors, usingDatabase } from './using-database.ts';

export const idbClear = definePluginTool({
  name: 'idb_clear',
  description: 'Deletes every record in an IndexedDB store.',
  input: z.strictObject({ database, store }),
  output: z.object({ cleared: z.int() }),
  operation: 'command',
  danger: 'destructive',
  idempotent: true,
  uses: ['page'],
  codes: storageCodes,
  errors: databaseErrors,
  run: ({ arguments: given, session }) =>
    usingDatabase(session, { ...given, operation: 'clear', most: 0 }, ({ count }) => ({ cleared: count })),
});
