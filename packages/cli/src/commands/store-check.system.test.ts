import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runOnSqlite } from '../../../stores/src/testing/run-on-sqlite.ts';
import { setSqliteVersion } from '../../../stores/src/testing/set-sqlite-version.ts';
import { createDatabase } from '../../../stores/src/testing/create-database.ts';
import { openTickets } from '../testing/open-tickets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

let cwd: string;
let file: string;
beforeEach(() => {
  cwd = writeFolder({});
  file = path.join(cwd, '.recourse', 'state.db');
});
const check = (environment = {}, ...line: readonly string[]) =>
  runWithFakeIo(['store', 'check', ...line], { cwd, environment });
const problemOf = async (environment = {}): Promise<readonly { problem: string; remedy: string }[]> => {
  const { exit, out } = await check(environment, '--json');
  const { ok, problems } = JSON.parse(out);
  expect({ exit, ok }).toEqual({ exit: 1, ok: false });
  return problems;
};

describe('recourse store check', () => {
  it('shows how full the store is and that it has no problems', async () => {
    const tickets = await openTickets({ cwd });
    await tickets.askToClose({ id: 7 });
    await tickets.call('find_ticket', { id: 7 });
    await tickets.flush();
    await tickets.stores.keys.create({ principal: 'ci', trust: 'validated' });
    const { exit, out, err } = await check();
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
      `sqlite ${path.join('.recourse', 'state.db')}`,
      expect.stringMatching(/^version \d+$/),
      'key from the key file next to the store, sealed rows: 1',
      expect.stringMatching(/^size \d+\.\d KiB, \d+\.\d [GT]iB free$/),
      'tokens 1 of at most 100,000',
      'outcomes 0 of at most 1,000,000',
      expect.stringMatching(/^events 4 of at most 1,000,000, since 20\d\d-.*Z$/),
      'calls 0 counted toward quotas',
      'keys 1',
      '',
      '✓ The store is reachable, up to date and writable, all sealed rows can be read, and the record of events is intact.',
    ]);
    expect(JSON.parse((await check({}, '--json')).out)).toMatchObject({
      ok: true,
      kind: 'sqlite',
      rows: { tokens: 1, outcomes: 0, calls: 0, keys: 1, events: 4 },
      most: { tokens: 100_000 },
      key: 'file',
      sealed: { readable: 1, unreadable: 0 },
      problems: [],
    });
  });

  it('shows the bounds of the configuration, and the key of the environment', async () => {
    const environment = { RECOURSE_KEY: 'ab'.repeat(32) };
    writeFileSync(
      path.join(cwd, 'recourse.config.json'),
      '{ "store": { "kind": "sqlite", "most": { "events": 500 } } }',
    );
    await openTickets({ cwd, environment });
    const { out } = await check(environment);
    expect(out).toMatch(/events +0 of at most 500\n/);
    expect(out).toMatch(/key +from RECOURSE_KEY\n/);
  });

  it('reports a missing store and does not create it', async () => {
    const { exit, out } = await check();
    expect(exit).toBe(1);
    expect(out).toContain('✗ There is no store here yet.\n  Start a server here, or run');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('finds calls that were sealed with a key that is not available here', async () => {
    const tickets = await openTickets({ cwd, environment: { RECOURSE_KEY: 'ab'.repeat(32) } });
    await tickets.askToClose({ id: 7 });
    const problem = 'Held calls or outcomes sealed with a key that is not available here: 1';
    expect(await problemOf()).toEqual([{ problem, remedy: 'Set RECOURSE_KEY to the key that the servers use.' }]);
    expect(await problemOf({ RECOURSE_KEY: 'cd'.repeat(32) })).toEqual([
      { problem, remedy: 'Append the key that sealed them to RECOURSE_KEY, separated by a comma.' },
    ]);
    expect(existsSync(`${file}.key`)).toBe(false);
    expect(await check({ RECOURSE_KEY: `${'cd'.repeat(32)},${'ab'.repeat(32)}` })).toMatchObject({ exit: 0 });
  });

  it('finds events that were deleted or changed', async () => {
    const tickets = await openTickets({ cwd });
    for (let id = 1; id <= 10; id += 1) await tickets.call('find_ticket', { id });
    await tickets.close();
    runOnSqlite(file, 'DELETE FROM events WHERE position BETWEEN 3 AND 6');
    runOnSqlite(file, "UPDATE events SET principal = 'mallory' WHERE position = 9");
    expect(await problemOf()).toEqual([
      {
        problem: 'The record of events is broken at position 3: events 3 to 6 are missing',
        remedy: 'Compare the store with a backup, and check who can write to it.',
      },
    ]);
  });

  it('finds an invalid key and one that others may read, and repeats neither', async () => {
    await openTickets({ cwd });
    const [wrong] = await problemOf({ RECOURSE_KEY: 'hunter2' });
    expect(wrong?.problem).toMatch(/^RECOURSE_KEY is not valid: a key must/);
    expect(JSON.stringify(wrong)).not.toContain('hunter2');
    chmodSync(`${file}.key`, 0o644);
    if (process.platform !== 'win32') {
      expect((await problemOf())[0]).toMatchObject({
        problem: expect.stringMatching(/Other users can access the key .* chmod 600/),
        remedy: expect.stringMatching(/^Run: chmod 600 /),
      });
    }
  });

  it('finds a store of another version, of another program, or none at all', async () => {
    await (await openTickets({ cwd })).close();
    setSqliteVersion(file, 99);
    expect(await problemOf()).toMatchObject([{ problem: expect.stringContaining('It has version 99') }]);
    setSqliteVersion(file, 0);
    expect(await problemOf()).toMatchObject([{ remedy: expect.stringContaining("'recourse store migrate'") }]);
    rmSync(path.join(cwd, '.recourse'), { recursive: true });
    writeFileSync(path.join(cwd, 'letter.db'), 'This is a letter, and not a database at all. '.repeat(100));
    const { exit, out } = await check({}, '--store', 'letter.db');
    expect({ exit, out }).toMatchObject({ exit: 1, out: expect.stringContaining('letter.db is not a database') });
  });

  it('reports a database that does not respond', async () => {
    const { exit, out } = await check({}, '--store', 'postgres://app:hunter2@127.0.0.1:1/state');
    expect(exit).toBe(1);
    expect(out).toMatch(/✗ The PostgreSQL store is unavailable: .*the connection was refused/);
    expect(out).not.toContain('hunter2');
  });

  it('has nothing to say about memory', async () => {
    writeFileSync(path.join(cwd, 'recourse.config.json'), '{ "store": { "kind": "memory" } }');
    expect(await check()).toMatchObject({ exit: 0, out: expect.stringContaining('the store is in memory') });
  });
});

const database = await createDatabase();
afterAll(() => database?.remove());

describe.runIf(database)('recourse store check on a real PostgreSQL', () => {
  const environment = { RECOURSE_DATABASE_URL: database?.url ?? '', RECOURSE_KEY: 'ab'.repeat(32) };

  it('shows what the schema holds, and who may not write to it', async () => {
    writeFileSync(path.join(cwd, 'recourse.config.json'), '{ "store": { "kind": "postgres", "schema": "checked" } }');
    expect(await problemOf(environment)).toMatchObject([{ problem: 'There is no store here yet' }]);
    const tickets = await openTickets({ cwd, environment });
    await tickets.askToClose({ id: 7 });
    await tickets.flush();
    const { exit, out } = await check(environment, '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      place: expect.stringMatching(/^postgres:\/\/recourse@127\.0\.0\.1:\d+\/test_[0-9a-f]+, schema checked$/),
      rows: { tokens: 1, events: 2 },
      key: 'environment',
      sealed: { readable: 1, unreadable: 0 },
    });
    expect(await problemOf({ ...environment, RECOURSE_KEY: '' })).toMatchObject([
      { problem: 'Held calls or outcomes sealed with a key that is not available here: 1' },
    ]);
    const readOnly = `${database?.url}?options=-c%20default_transaction_read_only%3Don`;
    expect(await problemOf({ ...environment, RECOURSE_DATABASE_URL: readOnly })).toMatchObject([
      { problem: expect.stringMatching(/^It cannot be written to: .*read-only transaction/) },
    ]);
  });
});
