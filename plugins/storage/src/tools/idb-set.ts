import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { database, recordKey, store } from './fields.ts';
import { databaseErrors, usingDatabase } from './using-database.ts';

export const idbSet = definePluginTool({
  name: 'idb_set',
  description: 'Writes one record to an IndexedDB store. A store with a key path takes the key from the value.',
  input: z.strictObject({ database, store, value: z.json(), key: recordKey.optional() }),
  output: z.object({ key: z.json() }),
  operation: 'command',
  danger: 'reversible',
  uses: ['page'],
  codes: storageCodes,
  errors: databaseErrors,
  run: ({ arguments: given, session }) =>
    usingDatabase(session, { ...given, operation: 'set', most: 0 }, ({ value }) => ({ key: value })),
});
