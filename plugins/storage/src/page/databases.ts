import { encodeValue, withFunctions } from '@recourse/stage-plugin';
import type { PluginJson as Json } from '@recourse/stage-plugin';
import { describeProblem } from './describe-problem.ts';
import type { PageOutcome, PageProblem } from './outcome.ts';

export interface DatabaseRequest {
  readonly operation: 'schema' | 'get' | 'keys' | 'count' | 'set' | 'delete' | 'clear';
  readonly database: string;
  readonly store?: string;
  readonly index?: string | undefined;
  readonly key?: Json | undefined;
  readonly value?: Json;
  /** The most characters of a value, or the most keys. */
  readonly most: number;
}

interface StoreSchema {
  readonly name: string;
  readonly key_path: Json;
  readonly auto_increment: boolean;
  readonly indexes: readonly { readonly name: string; readonly key_path: Json; readonly unique: boolean }[];
  readonly count: number;
}

export interface DatabaseAnswer {
  readonly value: Json;
  readonly keys: readonly Json[];
  readonly count: number;
  readonly version: number;
  readonly stores: readonly StoreSchema[];
}

/** Runs in the page: the result of a request to a database, within a time. */
const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the database did not answer within 10 s')), 10_000);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the request failed')));
    // Only requests that open a database can be blocked.
    request.addEventListener('blocked', () => reject(new Error('another connection is blocking the database')));
  });

/** Runs in the page: a key of a database from JSON. `{"$type": "date", "value": …}` is a date. */
const keyOf = (json: Json): IDBValidKey => {
  if (Array.isArray(json)) return json.map(keyOf);
  const { $type, value } = Object(json) as { readonly $type?: unknown; readonly value?: unknown };
  return $type === 'date' ? new Date(String(value)) : (json as IDBValidKey);
};

/** Runs in the page: opens a database that is there. Opening any other would create it. */
const openDatabase = async (name: string): Promise<IDBDatabase | PageProblem> => {
  let available: string[];
  try {
    available = (await indexedDB.databases()).map((one) => one.name ?? '');
  } catch (error) {
    return describeProblem('unsupported', { error });
  }
  if (!available.includes(name)) return describeProblem('missing', { what: 'database', name, available });
  return done(indexedDB.open(name));
};

/** Runs in the page: the stores of a database, with their indexes and sizes. */
const schemaOf = async (database: IDBDatabase): Promise<StoreSchema[]> => {
  const names = [...database.objectStoreNames].slice(0, 100);
  const pathOf = (path: string | string[] | null): Json => path;
  return Promise.all(
    names.map(async (name) => {
      const store = database.transaction(name).objectStore(name);
      const indexes = [...store.indexNames].slice(0, 50).map((one) => {
        const index = store.index(one);
        return { name: one, key_path: pathOf(index.keyPath), unique: index.unique };
      });
      const [key_path, auto_increment] = [pathOf(store.keyPath), store.autoIncrement];
      return { name, key_path, auto_increment, indexes, count: await done(store.count()) };
    }),
  );
};

/** Runs in the page: does one thing in a store. */
const useStore = async (
  database: IDBDatabase,
  request: DatabaseRequest,
): Promise<PageOutcome<Partial<DatabaseAnswer>>> => {
  const { operation, store: name = '', index, key, value, most } = request;
  const available = [...database.objectStoreNames];
  if (!available.includes(name)) return describeProblem('missing', { what: 'store', name, available });
  const isWrite = operation === 'set' || operation === 'delete' || operation === 'clear';
  const transaction = database.transaction(name, isWrite ? 'readwrite' : 'readonly');
  const written = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the transaction was aborted')));
  });
  written.catch(() => undefined);
  const store = transaction.objectStore(name);
  if (index !== undefined && !store.indexNames.contains(index))
    return describeProblem('missing', { what: 'index', name: index, available: [...store.indexNames] });
  const source = index === undefined ? store : store.index(index);
  if (operation === 'count') return { value: { count: await done(source.count()) } };
  if (operation === 'keys') {
    const count = await done(source.count());
    const keys = await done(store.getAllKeys(null, most));
    return { value: { keys: keys.map((one) => encodeValue(one, 1000)), count } };
  }
  if (operation === 'clear') {
    const count = await done(store.count());
    store.clear();
    await written;
    return { value: { count } };
  }
  if (operation === 'set') {
    const stored = await done(store.put(value, ...(key === undefined ? [] : [keyOf(key)])));
    await written;
    return { value: { value: encodeValue(stored, 1000) } };
  }
  const wanted = keyOf(key ?? null);
  if ((await done(source.count(wanted))) === 0)
    return describeProblem('missing', { what: 'record', name: JSON.stringify(key) });
  if (operation === 'get') return { value: { value: encodeValue(await done(source.get(wanted)), most) } };
  store.delete(wanted);
  await written;
  return { value: { count: 1 } };
};

/** Runs in the page: reads and changes a database of IndexedDB. */
const run = async (request: DatabaseRequest): Promise<PageOutcome<DatabaseAnswer>> => {
  let database: IDBDatabase | undefined;
  try {
    const opened = await openDatabase(request.database);
    if ('problem' in opened) return opened;
    database = opened;
    const { version } = database;
    const all = { value: null, keys: [], count: 0, version, stores: [] };
    if (request.operation === 'schema') return { value: { ...all, stores: await schemaOf(database) } };
    const found = await useStore(database, request);
    return 'problem' in found ? found : { value: { ...all, ...found.value } };
  } catch (error) {
    return describeProblem('failed', { error });
  } finally {
    database?.close();
  }
};

export const useDatabase = withFunctions(
  { describeProblem, encodeValue, done, keyOf, openDatabase, schemaOf, useStore },
  run,
);
