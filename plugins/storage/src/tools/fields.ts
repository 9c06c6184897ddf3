import { z } from 'zod';

export const key = z.string().min(1).max(1000);
export const database = z.string().min(1).max(500);
export const store = z.string().min(1).max(500);
export const most = z.int().min(1).max(1000).default(200);
export const maxChars = z.int().min(1).max(100_000).default(10_000);
/** A key of IndexedDB: a string, a number, a list of those, or a date as idb_keys shows it. */
export const recordKey = z.json();

/** How the two areas of web storage are called in messages. */
export const areaNames = { local: 'local storage', session: 'session storage' } as const;
export type Area = keyof typeof areaNames;
export const indexedDatabases = 'IndexedDB';
