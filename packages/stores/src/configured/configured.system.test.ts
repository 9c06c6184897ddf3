import { driveAdmissions } from '@recourse/testkit';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { succeed } from '@recourse/contract';
import { ConfigurationError } from '@recourse/engine/configuration';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStores } from '../open-stores.ts';
import { createDatabase } from '../testing/create-database.ts';
import { examineStore } from './examine-store.ts';
import { findStore } from './find-store.ts';
import { locateStores, StoreSettingsError } from './locate-stores.ts';
import type { LocateOptions } from './locate-stores.ts';
import { openConfiguredStores } from './open-configured-stores.ts';

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-configured-')));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const configure = (configuration: object, name = 'recourse.config.json'): void =>
  writeFileSync(path.join(cwd, name), JSON.stringify(configuration));
const locate = (more: Partial<LocateOptions> = {}) => locateStores({ cwd, environment: {}, ...more });
const address = 'postgres://app:hunter2@db.example.org:5433/state';

describe('locateStores', () => {
  it('defaults to the file in the working directory, and creates nothing', async () => {
    const file = path.join(cwd, '.recourse', 'state.db');
    expect(await locate()).toMatchObject({
      settings: { kind: 'sqlite', file },
      location: { kind: 'sqlite', place: file },
      configuration: { store: { kind: 'sqlite' } },
    });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('goes by the configuration of the working directory, or by another file', async () => {
    mkdirSync(path.join(cwd, 'etc'));
    configure({ store: { kind: 'sqlite', file: 'a.db', synchronous: 'full' } });
    configure({ store: { kind: 'sqlite', file: 'b.db' } }, 'etc/other.json');
    expect((await locate()).settings).toEqual({ kind: 'sqlite', file: path.join(cwd, 'a.db'), synchronous: 'full' });
    const other = await locate({ configurationFile: 'etc/other.json' });
    expect(other.settings).toEqual({ kind: 'sqlite', file: path.join(cwd, 'etc', 'b.db') });
  });

  it('keeps the default in the working directory, wherever the configuration is', async () => {
    mkdirSync(path.join(cwd, 'etc'));
    configure({ limits: { depth: 8 } }, 'etc/other.json');
    const { location, configuration } = await locate({ configurationFile: 'etc/other.json' });
    expect(location.place).toBe(path.join(cwd, '.recourse', 'state.db'));
    expect(configuration.limits.depth).toBe(8);
  });

  it('takes the address of PostgreSQL from the command line, the environment or the file, in this order', async () => {
    configure({ store: { kind: 'postgres', url: 'postgres://app@file.example.org/state', schema: 'tickets' } });
    const environment = { RECOURSE_DATABASE_URL: address };
    expect((await locate({ environment: { RECOURSE_DATABASE_URL: '' } })).location).toEqual({
      kind: 'postgres',
      place: 'postgres://app@file.example.org/state',
      schema: 'tickets',
    });
    expect((await locate({ environment })).location.place).toBe('postgres://app@db.example.org:5433/state');
    expect((await locate({ environment, store: 'postgres://shell/state' })).settings).toMatchObject({
      url: 'postgres://shell/state',
      schema: 'tickets',
    });
    expect((await locate({ environment, store: 'x.db' })).settings).toEqual({
      kind: 'sqlite',
      file: path.join(cwd, 'x.db'),
    });
  });

  it('shows no password, and hands it to the store', async () => {
    const store = `${address}?password=hunter2&sslmode=require`;
    const { location, settings } = await locate({ store });
    expect(JSON.stringify(location)).not.toContain('hunter2');
    expect(settings).toEqual({ kind: 'postgres', url: store });
  });

  it('keeps SQLite where only the environment names a database: the kind is the operator’s choice', async () => {
    const { location } = await locate({ environment: { RECOURSE_DATABASE_URL: address } });
    expect(location.kind).toBe('sqlite');
  });

  it('says what is missing or wrong, and repeats no address', async () => {
    configure({ store: { kind: 'postgres' } });
    await expect(locate()).rejects.toThrow(/its URL is missing: set RECOURSE_DATABASE_URL/);
    const wrong = locate({ environment: { RECOURSE_DATABASE_URL: 'mysql://app:hunter2@db/state' } });
    await expect(wrong).rejects.toThrow(StoreSettingsError);
    await expect(wrong).rejects.toThrow(/^RECOURSE_DATABASE_URL must be a URL such as postgres/);
    await expect(locate({ store: 'mysql://app:hunter2@db/state' })).rejects.toThrow(
      /^The store must be a SQLite file or a URL/,
    );
    await expect(locate({ store: 'postgres://app:hunter2@:99999999/' })).rejects.toThrow(/^The URL of the store/);
  });

  it('throws all that is wrong with the configuration', async () => {
    configure({ stor: {}, limit: {} });
    await expect(locate()).rejects.toThrow(ConfigurationError);
    await expect(locate()).rejects.toThrow(/did you mean 'store'[\s\S]*did you mean 'limits'/);
    configure({ quotas: { close: [] } });
    await expect(locate({ tools: ['close_ticket'] })).rejects.toThrow(/did you mean 'close_ticket'/);
  });
});

describe('findStore', () => {
  const settings = () => ({ kind: 'sqlite' as const, file: path.join(cwd, 'state.db') });

  it('finds nothing, and leaves nothing, if there is no file', async () => {
    expect(await findStore(settings())).toEqual({ state: 'missing' });
    expect(await findStore({ kind: 'memory' })).toEqual({ state: 'missing' });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('finds a store and its version, even during a write', async () => {
    const stores = await openStores(settings(), {});
    const other = new Libsql(settings().file);
    other.exec('BEGIN IMMEDIATE');
    const found = await findStore(settings());
    expect(found).toEqual({ state: 'present', version: expect.any(Number), current: expect.any(Number) });
    other.exec('COMMIT; PRAGMA user_version = 99');
    expect(await findStore(settings())).toMatchObject({ state: 'present', version: 99 });
    other.close();
    await stores.close();
  });

  it('does not take an empty file for a store, nor the database of another program', async () => {
    writeFileSync(settings().file, '');
    expect(await findStore(settings())).toEqual({ state: 'missing' });
    const other = new Libsql(settings().file);
    other.exec('CREATE TABLE bookmarks (url TEXT)');
    other.close();
    expect(await findStore(settings())).toEqual({ state: 'foreign' });
  });

  it('says why a file cannot be looked into', async () => {
    writeFileSync(settings().file, 'This is a letter, and not a database at all. '.repeat(100));
    await expect(findStore(settings())).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/not a database/) },
    });
    await expect(findStore({ kind: 'sqlite', file: cwd })).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/cannot be opened/), cause: { code: 'EISDIR' } },
    });
    await expect(findStore({ kind: 'sqlite', file: path.join(settings().file, 'x.db') })).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      cause: { cause: { code: 'ENOTDIR' } },
    });
  });
});

describe('examineStore', () => {
  it('says that nothing can be written while another process holds the lock, and counts anyway', async () => {
    const settings = { kind: 'sqlite' as const, file: path.join(cwd, 'state.db') };
    const stores = await openStores(settings, {});
    await stores.keys.create({ principal: 'ada', trust: 'validated' });
    expect(await examineStore(settings, {})).not.toHaveProperty('notWritable');
    const other = new Libsql(settings.file);
    other.exec('BEGIN IMMEDIATE');
    expect(await examineStore(settings, {})).toMatchObject({
      rows: { tokens: 0, outcomes: 0, calls: 0, keys: 1, events: 0 },
      notWritable: expect.stringMatching(/^Another process holds the write lock/),
      key: 'file',
    });
    other.exec('COMMIT');
    other.close();
    await stores.close();
  });

  it('finds a sealed row that was changed', async () => {
    const settings = { kind: 'sqlite' as const, file: path.join(cwd, 'state.db') };
    const stores = await openStores(settings, {});
    const scope = { principal: 'ada', operation: 'close', digest: 'd', retentionMs: 60_000 };
    for (const key of ['one', 'two']) {
      const claim = await driveAdmissions(stores).claim({ ...scope, key, idempotent: false });
      await driveAdmissions(stores).settle(claim.state === 'claimed' ? claim.id : '', succeed({ key }));
    }
    expect(await examineStore(settings, {})).toMatchObject({ sealed: { readable: 2, unreadable: 0 } });
    const other = new Libsql(settings.file);
    other.exec('UPDATE replays SET sealed = zeroblob(50) WHERE seq = 1');
    other.close();
    expect(await examineStore(settings, {})).toMatchObject({ sealed: { readable: 1, unreadable: 1 } });
    await stores.close();
  });
});

describe('openConfiguredStores', () => {
  it('creates the state of a working directory, where the next one finds it', async () => {
    configure({ store: { kind: 'sqlite', file: 'deep/er/state.db' }, policy: { consent: 'person' } });
    const opened = await openConfiguredStores({ cwd, environment: {} });
    expect(opened.configuration.policy.consent).toBe('person');
    expect(existsSync(path.join(cwd, 'deep', 'er', 'state.db'))).toBe(true);
    const { record } = await opened.stores.keys.create({ principal: 'ada', trust: 'validated' });
    const again = await openConfiguredStores({ cwd, environment: {} });
    expect(await again.stores.keys.list()).toEqual([record]);
    await again.stores.close();
    await opened.stores.close();
  });

  it('goes by the clock that it is given', async () => {
    configure({ store: { kind: 'memory' } });
    const { stores, location } = await openConfiguredStores({ cwd, environment: {}, now: () => 7000 });
    expect(location).toEqual({ kind: 'memory', place: 'the memory of the server' });
    const { record } = await stores.keys.create({ principal: 'ada', trust: 'validated' });
    expect(record.created_at).toBe(7000);
  });
});

const database = await createDatabase();
afterAll(() => database?.remove());

describe.runIf(database)('on a real PostgreSQL', () => {
  it('finds no store before the first open, and one afterwards', async () => {
    configure({ store: { kind: 'postgres', schema: 'configured' } });
    const options = { cwd, environment: { RECOURSE_DATABASE_URL: database?.url } };
    const { settings } = await locateStores(options);
    expect(await findStore(settings)).toEqual({ state: 'missing' });
    expect(await findStore(settings)).toEqual({ state: 'missing' });
    const { stores } = await openConfiguredStores(options);
    expect(stores.kind).toBe('postgres');
    expect(await findStore(settings)).toMatchObject({ state: 'present' });
    await stores.close();
  });

  it('reports that no server answers', async () => {
    const { settings } = await locate({ store: 'postgres://app@127.0.0.1:1/state' });
    await expect(findStore(settings)).rejects.toThrow(/PostgreSQL/);
  });
});
