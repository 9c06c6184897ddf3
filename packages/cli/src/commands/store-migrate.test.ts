import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSqliteVersion } from '../../../stores/src/testing/set-sqlite-version.ts';
import { openTickets } from '../testing/open-tickets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

let cwd: string;
let file: string;
beforeEach(() => {
  cwd = writeFolder({});
  file = path.join(cwd, '.recourse', 'state.db');
});
const recourse = (...line: readonly string[]) => runWithFakeIo(line, { cwd });

describe('recourse store migrate', () => {
  it('creates the store once, then reports it as up to date', async () => {
    const { exit, out } = await recourse('store', 'migrate', '--json');
    const made = JSON.parse(out);
    expect({ exit, made }).toEqual({
      exit: 0,
      made: { ok: true, kind: 'sqlite', place: path.relative(cwd, file), before: null, after: expect.any(Number) },
    });
    expect(await recourse('store', 'migrate')).toEqual({
      exit: 0,
      err: '',
      out: `The store in ${path.relative(cwd, file)} is up to date: version ${made.after}.`,
    });
    expect(await recourse('approvals', 'list')).toMatchObject({ exit: 0 });
  });

  it('works on a store that a server uses', async () => {
    const tickets = await openTickets({ cwd });
    expect(await recourse('store', 'migrate')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('is up to date'),
    });
    expect(await tickets.call('find_ticket', { id: 7 })).toMatchObject({ ok: true });
  });

  it('refuses a store of a newer version, and leaves it alone', async () => {
    await recourse('store', 'migrate');
    setSqliteVersion(file, 99);
    const refused = { exit: 2, out: '', err: expect.stringMatching(/has version 99.*Use a newer Recourse/) };
    expect(await recourse('store', 'migrate')).toMatchObject(refused);
    expect(await recourse('keys', 'list')).toMatchObject(refused);
    expect(await recourse('keys', 'create', '--principal', 'ci')).toMatchObject(refused);
  });

  it('refuses memory', async () => {
    const memory = writeFolder({ 'recourse.config.json': '{ "store": { "kind": "memory" } }' });
    expect(await runWithFakeIo(['store', 'migrate'], { cwd: memory })).toMatchObject({ exit: 2 });
    expect(readdirSync(memory)).toEqual(['recourse.config.json']);
  });
});

it('reading commands leave an older store unchanged, and say how to upgrade it', async () => {
  await recourse('store', 'migrate');
  setSqliteVersion(file, 0);
  for (const line of [['keys', 'list'], ['events'], ['quotas'], ['approvals', 'list']]) {
    expect(await recourse(...line)).toMatchObject({
      exit: 2,
      err: expect.stringMatching(
        /has version 0, but this program needs \d+\.\n.*STORE_OUTDATED\n.*Stop servers.*'recourse store migrate'/,
      ),
    });
  }
});
