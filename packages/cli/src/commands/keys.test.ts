import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { trustLevels } from '@recourse/engine';
import { createKeyIdentity } from '@recourse/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTickets } from '../testing/open-tickets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';
import { keysCreateCommand } from './keys-create.ts';

let cwd: string;
let time: number;
const now = (): number => time;
beforeEach(() => {
  cwd = writeFolder({});
  time = Date.UTC(2026, 0, 1);
});
const recourse = (...line: readonly string[]) => runWithFakeIo(line, { cwd, now });
const create = async (...line: readonly string[]) => (await recourse('keys', 'create', ...line)).out;
const listed = async (): Promise<readonly { id: string; revoked_at?: number }[]> =>
  JSON.parse((await recourse('keys', 'list', '--json')).out).keys;
const identify = async (key: string) => {
  const { stores } = await openTickets({ cwd, now });
  return createKeyIdentity(stores.keys).identify({ transport: 'http', local: false, key });
};

describe('recourse keys create', () => {
  it('writes the key alone to stdout and the rest to stderr; a server knows the key', async () => {
    const { exit, out, err } = await recourse(
      'keys',
      'create',
      '--principal',
      'ci',
      '--trust',
      'community_reviewed',
      '--tools',
      'find_ticket, close_ticket',
    );
    expect(exit).toBe(0);
    expect(out).toMatch(/^rk_[\w-]{43}$/);
    expect(err).toMatch(
      /^Key key_[0-9a-f]{12} for 'ci': community_reviewed, find_ticket, close_ticket, in .*state\.db\.\nIt is shown this once\.$/,
    );
    expect(err).not.toContain(out);
    expect(await identify(out)).toEqual({
      id: 'ci',
      trust: 'community_reviewed',
      tools: ['find_ticket', 'close_ticket'],
    });
  });

  it('stores nothing that the key could be read from', async () => {
    const key = await create('--principal', 'ci');
    const folder = path.join(cwd, '.recourse');
    for (const name of readdirSync(folder)) expect(readFileSync(path.join(folder, name)).includes(key)).toBe(false);
    expect((await recourse('keys', 'list', '--json')).out).not.toContain(key);
  });

  it('trusts a key as far as whoever sits at the machine, with all tools, unless told otherwise', async () => {
    const { out, err } = await recourse('keys', 'create', '--principal', 'ci', '--json');
    expect(JSON.parse(out)).toEqual({
      key: expect.stringMatching(/^rk_/),
      record: { id: expect.stringMatching(/^key_/), principal: 'ci', trust: 'validated', created_at: time },
    });
    expect(err).toContain('validated, all tools');
  });

  it.each([
    [[], 'Whom is the key for?'],
    [['--principal', 'ci', '--trust', 'certifed'], "There is no level of trust 'certifed'. Did you mean certified?"],
    [['--principal', 'local'], "'local' is the name of callers without a key"],
    [['--principal', ''], 'A principal or tool has 1 to 200 characters'],
    [['--principal', 'ci', '--tools', 'a,,b'], '--tools takes names with commas between them.'],
    [['ci'], "'ci' is more than this command takes."],
  ])('ends with 2 for %j, and makes no store', async (line, message) => {
    expect(await recourse('keys', 'create', ...line)).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringContaining(message),
    });
    expect(existsSync(path.join(cwd, '.recourse'))).toBe(false);
  });

  it('names every level of trust in its help', () => {
    for (const level of trustLevels) expect(keysCreateCommand.help).toContain(level);
  });
});

describe('recourse keys list', () => {
  it('shows all keys, also those that were revoked', async () => {
    await create('--principal', 'ci', '--tools', 'find_ticket');
    time += 1000;
    await create('--principal', 'ada', '--trust', 'certified');
    const [first, second] = await listed();
    time += 1000;
    await recourse('keys', 'revoke', first?.id ?? '');
    expect(await recourse('keys', 'list')).toEqual({
      exit: 0,
      err: '',
      out: [
        'ID                PRINCIPAL  TRUST      TOOLS        CREATED               REVOKED',
        `${first?.id}  ci         validated  find_ticket  2026-01-01 00:00:00Z  2026-01-01 00:00:02Z`,
        `${second?.id}  ada        certified  all          2026-01-01 00:00:01Z  -`,
      ].join('\n'),
    });
  });

  it('says that there are none, or no store', async () => {
    expect(await recourse('keys', 'list')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('There is no store'),
    });
    await openTickets({ cwd });
    expect(await recourse('keys', 'list')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('There are no keys.'),
    });
  });
});

describe('recourse keys revoke', () => {
  it('ends a key, and says so once', async () => {
    const key = await create('--principal', 'ci');
    const other = await create('--principal', 'ada');
    const [record] = await listed();
    const id = record?.id ?? '';
    expect(await recourse('keys', 'revoke', id.slice(0, 10))).toEqual({
      exit: 0,
      err: '',
      out: `Revoked: ${id} of 'ci'`,
    });
    expect(await identify(key)).toBeUndefined();
    expect(await identify(other)).toMatchObject({ id: 'ada' });
    expect(await recourse('keys', 'revoke', id)).toEqual({
      exit: 1,
      out: '',
      err: `recourse: '${id}' was revoked before, at 2026-01-01 00:00:00Z.`,
    });
    expect(JSON.parse((await recourse('keys', 'revoke', id, '--json')).out)).toEqual({ ok: false, given: id });
  });

  it('answers an unknown and an ambiguous id, and refuses a key itself without repeating it', async () => {
    const key = await create('--principal', 'ci');
    await create('--principal', 'ada');
    expect(await recourse('keys', 'revoke', 'key_')).toMatchObject({
      exit: 1,
      err: "recourse: 'key_' could be several keys. Write more of it.",
    });
    expect(await recourse('keys', 'revoke', 'zzz')).toMatchObject({
      exit: 1,
      err: expect.stringContaining("'zzz' is no key."),
    });
    const { exit, err } = await recourse('keys', 'revoke', key);
    expect(exit).toBe(2);
    expect(err).not.toContain(key);
    expect((await listed()).every(({ revoked_at }) => revoked_at === undefined)).toBe(true);
  });
});
