import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { storageCodes } from '../codes.ts';
import { shownJson } from '../masking/shown.ts';
import { database, maxChars, recordKey, store } from './fields.ts';
import { databaseErrors, usingDatabase } from './using-database.ts';

export const idbGet = definePluginTool({
  name: 'idb_get',
  description:
    'Reads one record from an IndexedDB store, by its key or by an index. Secrets are masked; at most `maxChars` characters.',
  input: z.strictObject({ database, store, key: recordKey, index: store.optional(), maxChars }),
  output: z.object({ value: z.json() }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['page'],
  codes: storageCodes,
  errors: databaseErrors,
  run: ({ arguments: given, session, stage }) =>
    usingDatabase(session, { ...given, operation: 'get', most: given.maxChars }, async ({ value }) => ({
      value: await shownJson(stage, typeof given.key === 'string' ? given.key : given.store, value),
    })),
});
