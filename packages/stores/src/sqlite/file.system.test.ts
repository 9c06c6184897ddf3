import { driveAdmissions } from '@recourse/testkit';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { succeed } from '@recourse/contract';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventOf } from '../testing/describe-events.ts';
import { startProcess } from '../testing/start-process.ts';
import { defaultBounds } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';
import { createPassingSealer } from '@recourse/engine/sealing';
import { Checkpointer } from './checkpointer.ts';
import { openDatabase } from './database.ts';
import { createSqliteEvents } from './events.ts';
import { currentVersion } from './migrations.ts';
import { openSqlite } from './open.ts';
import { issueToken, question } from '../testing/issue-token.ts';

let folder = '';
let file = '';
let opened: Stores[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recourse-stores-'));
  file = path.join(folder, 'deeper', 'state.db');
});
afterEach(async () => {
  for (const stores of opened) await stores.close();
  opened = [];
  await rm(folder, { recursive: true, force: true });
});

const open = async (more: object = {}, environment = {}): Promise<Stores> => {
  const stores = await openSqlite({ file, ...more }, environment);
  opened.push(stores);
  return stores;
};
const held = {
  operation: 'close_ticket',
  arguments: { password: 'correct horse' },
  principal: { id: 'ada', trust: 'validated' },
} as const;
const claim = {
  principal: 'ada',
  operation: 'close_ticket',
  key: 'key-1',
  digest: 'd',
  retentionMs: 60_000,
  idempotent: false,
};
const rule = { metric: 'closes', count: 'attempts', windowMs: 60_000 } as const;
const causeOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StoreUnavailableError);
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
};

describe('what is written', () => {
  it('contains no token, key, held argument or stored result', async () => {
    const stores = await open();
    const token = await issueToken(stores.tokens, { ...question, held, shared: true, expires_at: Date.now() + 60_000 });
    const { key } = await stores.keys.create({ principal: 'bob', trust: 'validated' });
    const claimed = await driveAdmissions(stores).claim(claim);
    await driveAdmissions(stores).settle(
      claimed.state === 'claimed' ? claimed.id : '',
      succeed({ secret: 'battery staple' }),
    );
    const written = readdirSync(path.dirname(file)).map((name) =>
      readFileSync(path.join(path.dirname(file), name), 'latin1'),
    );
    for (const secret of [token, token.slice(5, 48), key, key.slice(3), 'correct horse', 'battery staple']) {
      expect(written.filter((text) => text.includes(secret))).toEqual([]);
    }
    expect(written.join('')).toContain('close_ticket');
    const rights = readdirSync(path.dirname(file)).map((name) => statSync(path.join(path.dirname(file), name)).mode);
    expect(rights.map((mode) => mode & 0o077)).toEqual(rights.map(() => 0));
  });

  it('is there after a restart', async () => {
    const first = await open();
    const token = await issueToken(first.tokens, { ...question, held, expires_at: Date.now() + 60_000 });
    const claimed = await driveAdmissions(first).claim(claim);
    await driveAdmissions(first).settle(claimed.state === 'claimed' ? claimed.id : '', succeed({ id: 7 }));
    await first.events.deliver([eventOf(1)]);
    await first.close();
    const second = await open();
    expect(await second.tokens.held(token)).toEqual(held);
    expect(await driveAdmissions(second).claim(claim)).toEqual({ state: 'stored', outcome: succeed({ id: 7 }) });
    expect(await second.events.read()).toHaveLength(1);
  });

  it('is decided before the stores close, when it was asked for before', async () => {
    const stores = await open();
    const attempts = Array.from({ length: 20 }, () => driveAdmissions(stores).claim(claim));
    await stores.close();
    const states = (await Promise.all(attempts)).map(({ state }) => state);
    expect(states.filter((state) => state === 'claimed')).toHaveLength(1);
    opened = [];
  });

  it('cannot be read with another key: nothing is held, and no stored call is made again', async () => {
    const first = await open({ key: 'ab'.repeat(32) });
    const token = await issueToken(first.tokens, { ...question, held, expires_at: Date.now() + 60_000 });
    const claimed = await driveAdmissions(first).claim(claim);
    await driveAdmissions(first).settle(claimed.state === 'claimed' ? claimed.id : '', succeed({ id: 7 }));
    await expect(open({}, { RECOURSE_KEY: 'cd'.repeat(32) })).rejects.toThrow(
      'sealed with a key that is not available',
    );
    const second = await open({ signs: false }, { RECOURSE_KEY: 'cd'.repeat(32) });
    await expect(second.events.deliver([eventOf(1)])).rejects.toThrow('sealed with a key that is not available');
    expect(await second.tokens.held(token)).toBeUndefined();
    expect((await second.approvals.list())[0]).not.toHaveProperty('arguments');
    expect(await driveAdmissions(second).claim(claim)).toMatchObject({ state: 'lost' });
    expect(existsSync(`${file}.key`)).toBe(false);
  });

  it('can be read after its key was replaced, for as long as the old one is named too', async () => {
    const [old, fresh] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const expires_at = Date.now() + 60_000;
    const first = await open({ key: old });
    const token = await issueToken(first.tokens, { ...question, held, shared: true, expires_at });
    const second = await open({}, { RECOURSE_KEY: `${fresh},${old}` });
    expect(await second.tokens.held(token)).toEqual(held);
    expect(await issueToken(second.tokens, { ...question, held, shared: true, expires_at })).toBe(token);
    const newer = await issueToken(second.tokens, { ...question, held, expires_at });
    const third = await open({}, { RECOURSE_KEY: fresh });
    expect(await third.tokens.held(newer)).toEqual(held);
    expect(await third.tokens.held(token)).toBeUndefined();
  });

  it('has one key and one schema when four processes start at the same moment', async () => {
    const started = await Promise.all(
      Array.from({ length: 4 }, () => startProcess('store-process.mjs', { kind: 'sqlite', file })),
    );
    for (const one of started) expect(await one.ask({ task: 'reserve', stop: 1, times: 1 })).toHaveLength(1);
    for (const one of started) await one.kill();
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes('.key'))).toEqual(['state.db.key']);
  });
});

describe('the log', () => {
  const key = 'ab'.repeat(32);
  const checkpointed = (): number => {
    const database = new Libsql(file);
    const [{ at }] = database.prepare('SELECT at FROM checkpoint').all() as [{ at: number }];
    database.close();
    return at;
  };

  it('is copied into the file while decisions go on, and once more when the stores close', async () => {
    const stores = await open({ key });
    const reserve = (given: Stores) =>
      driveAdmissions(given).reserve({ principal: 'ada', operation: 'close_ticket', key: '', rule });
    let reserved = 0;
    for (; checkpointed() === 0; reserved += 1) await reserve(stores);
    await stores.close();
    copyFileSync(file, path.join(folder, 'copy.db'));
    const copy = await openSqlite({ file: path.join(folder, 'copy.db'), key }, {});
    opened = [copy];
    expect(await reserve(copy)).toMatchObject({ current: reserved + 1 });
  });

  it('is copied by the decisions themselves if the thread cannot start', async () => {
    await new Promise<void>((resolve) => {
      const checkpointer = new Checkpointer(path.join(folder, 'nowhere', 'state.db'), resolve);
      for (let commits = 0; commits < 1000; commits += 1) checkpointer.committed();
    });
  });
});

describe('a file that cannot be used', () => {
  it('is refused when a newer program has written it, and left alone', async () => {
    await (await open()).close();
    const database = new Libsql(file);
    database.pragma('user_version = 99');
    await expect(openSqlite({ file }, {})).rejects.toThrow(
      `has version 99, but this Recourse supports versions up to ${currentVersion}. Use a newer Recourse`,
    );
    expect(database.pragma('user_version')).toEqual([{ user_version: 99 }]);
    database.close();
  });

  it('is refused with a reason if it is not a database or cannot be opened', async () => {
    await open();
    writeFileSync(path.join(folder, 'other.db'), 'This is a letter, and not a database at all. '.repeat(100));
    expect(await causeOf(openSqlite({ file: path.join(folder, 'other.db') }, {}))).toMatch(/is not a database/);
    expect(await causeOf(openSqlite({ file: folder }, {}))).toMatch(/cannot be opened/);
  });

  it.each([
    ['below a file', () => path.join(file, 'state.db'), 'EEXIST'],
    ['below a file, two folders down', () => path.join(file, 'a', 'b', 'state.db'), 'ENOTDIR'],
    ['a folder', () => path.dirname(file), 'EISDIR'],
    ['a name that is too long', () => path.join(folder, 'x'.repeat(300)), 'ENAMETOOLONG'],
    ['below a name that is too long', () => path.join(folder, 'x'.repeat(300), 'state.db'), 'ENAMETOOLONG'],
  ])('is unavailable with the reason of the file system: %s', async (_, place, code) => {
    await (await open()).close();
    await expect(openSqlite({ file: place() }, {})).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      cause: { cause: { code } },
    });
  });

  it.runIf(process.platform === 'linux')('is unavailable where no folder can be created', async () => {
    await expect(openSqlite({ file: '/proc/no-such-folder/state.db' }, {})).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      cause: { cause: { code: 'ENOENT', syscall: 'mkdir' } },
    });
  });

  it('fails clearly when the disk is full, and works again when it is not', async () => {
    const database = await openDatabase({ file });
    const events = createSqliteEvents({
      database,
      sealer: createPassingSealer(),
      attestor: undefined,
      now: Date.now,
      most: defaultBounds,
    });
    await events.deliver([eventOf(1)]);
    const pages = database.connection.row<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
    database.connection.rows(`PRAGMA max_page_count = ${pages + 2}`);
    const large = (number: number) => eventOf(number, { data: { text: 'x'.repeat(50_000) } });
    const attempts = [2, 3, 4].map((number) => events.deliver([large(number)]));
    for (const attempt of attempts) expect(await causeOf(attempt)).toMatch(/disk that contains .* is full/);
    expect(await events.read()).toHaveLength(1);
    database.connection.rows('PRAGMA max_page_count = 100000');
    await events.deliver([large(2)]);
    expect(await events.read()).toHaveLength(2);
    await database.close();
  });

  it('fails clearly when it may only be read, and still reads', async () => {
    const database = await openDatabase({ file });
    const events = createSqliteEvents({
      database,
      sealer: createPassingSealer(),
      attestor: undefined,
      now: Date.now,
      most: defaultBounds,
    });
    await events.deliver([eventOf(1)]);
    database.connection.script('PRAGMA query_only = ON');
    expect(await causeOf(events.deliver([eventOf(2)]))).toMatch(/is not writable/);
    expect(await events.read()).toHaveLength(1);
    await database.close();
  });

  it('fails clearly on a disk that is really full or read-only, and the process lives', async ({ skip }) => {
    const [disk, readOnly] = [path.join(folder, 'disk'), path.join(folder, 'read-only')];
    for (const place of [disk, readOnly]) mkdirSync(place);
    const run = (command: string, ...options: readonly string[]) =>
      spawnSync(command, options, { stdio: 'ignore' }).status === 0;
    const mount = (...options: readonly string[]) => run('mount', ...options);
    if (!mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk)) {
      skip('only root may mount a small disk, on Linux');
      return;
    }
    const stores = await openSqlite({ file: path.join(disk, 'state.db') }, {});
    try {
      const reserve = () =>
        driveAdmissions(stores).reserve({ principal: 'ada', operation: 'close_ticket', key: '', rule });
      await reserve();
      const ballast = path.join(disk, 'ballast');
      const fill = (): void => {
        for (;;) appendFileSync(ballast, Buffer.alloc(4096, 1));
      };
      expect(fill).toThrow(/ENOSPC/);
      const large = eventOf(1, { data: { text: 'x'.repeat(50_000) } });
      expect(await causeOf(stores.events.deliver([large]))).toMatch(/disk that contains .* is full/);
      expect(await stores.events.read()).toEqual([]);
      expect(await causeOf(openSqlite({ file: path.join(disk, 'other.db') }, {}))).toMatch(
        /disk that contains .* is full/,
      );
      rmSync(ballast);
      await stores.events.deliver([large]);
      expect(await reserve()).toMatchObject({ current: 2 });
      expect(mount('--bind', disk, readOnly) && mount('-o', 'remount,ro,bind', readOnly)).toBe(true);
      const reader = await openSqlite({ file: path.join(readOnly, 'state.db') }, {});
      opened.push(reader);
      expect(await reader.events.read()).toHaveLength(1);
      expect(await causeOf(reader.events.deliver([eventOf(2)]))).toMatch(/read-only.* is not writable/);
    } finally {
      await stores.close();
      for (const place of [readOnly, disk]) run('umount', '-l', place);
    }
  });

  it('fails within its time while another process holds the write lock, without blocking the event loop', async () => {
    const stores = await open({ waitMs: 300 });
    const other = new Libsql(file);
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const causes = await Promise.all(Array.from({ length: 50 }, () => causeOf(driveAdmissions(stores).claim(claim))));
    clearInterval(turning);
    expect(new Set(causes)).toEqual(new Set([`Another process holds the write lock of ${file}`]));
    expect(turns).toBeGreaterThan(3);
    const late = driveAdmissions(stores).claim(claim);
    other.exec('COMMIT');
    expect(await late).toMatchObject({ state: 'claimed' });
    other.close();
  });

  it('leaves a decision with a bug alone in its failure', async () => {
    const database = await openDatabase({ file });
    const results = await Promise.allSettled([
      database.write(() => 1),
      database.write(() => {
        throw new TypeError('a bug');
      }),
      database.write(() => 3),
    ]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
      1,
      'TypeError: a bug',
      3,
    ]);
    await database.close();
    expect(await causeOf(database.read(() => 1).then(() => database.write(() => 1)))).toBe('The store was closed');
  });
});
