import { definePluginCodes } from '@recourse/contract';
import { z } from 'zod';

const row = { kind: 'error', retryable: false, since: '0.1.0' } as const;

export const storageCodes = definePluginCodes('storage', {
  UNSUPPORTED: {
    ...row,
    category: 'conflict',
    http: 409,
    recovery: 'change_state',
    summary: 'Storage is not available at this URL',
    message: 'Cannot use {storage} at {url}: {reason}',
    hint: 'Open a page at an http or https address, or switch to another surface with electron_switch_surface.',
    details: z.object({ storage: z.string(), url: z.string(), reason: z.string() }),
  },
  ACCESS_FAILED: {
    ...row,
    category: 'upstream',
    http: 422,
    recovery: 'fix_input',
    summary: 'Storage operation failed',
    message: 'The operation on {storage} failed: {reason}',
    hint: 'Correct the arguments according to the reason; for IndexedDB, storage_idb_schema shows the stores, key paths and indexes.',
    details: z.object({ storage: z.string(), reason: z.string() }),
  },
  NOT_FOUND: {
    ...row,
    category: 'not_found',
    http: 404,
    recovery: 'discover',
    summary: 'Entry, record, database, store or index does not exist',
    message: "There is no {what} '{name}' in {storage}",
    hint: 'List the existing ones with storage_snapshot, storage_local_keys, storage_session_keys or storage_idb_schema.',
    details: z.object({ storage: z.string(), what: z.string(), name: z.string(), available: z.array(z.string()) }),
  },
});
