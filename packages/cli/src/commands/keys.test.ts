import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { trustLevels } from '@recourse/engine';
import { createKeyIdentity } from '@recourse/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTickets } from '../testing/open-tickets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';
import { help } from './help/keys-create.ts';

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
      /^Key key_[0-9a-f]{12} for 'ci', trust level community_reviewed, tools: find_ticket, close_ticket\. Store: .*state\.db\.\nThe key is not shown again\.\n/,
    );
    expect(err).not.toContain(out);
    expect(await identify(out)).toEqual({
      id: 'ci',
      trust: 'community_reviewed',
      tools: ['find_ticket', 'close_ticket'],
    });
  });

  it('reports with the first key that local callers need one too after a restart', async () => {
    const { err } = await recourse('keys', 'create', '--principal', 'ci');
    expect(err).toContain('This is the first key');
    expect(err).toContain('restarted');
    expect(err).toContain('"http": { "anonymous": "loopback" }');
  });

  it('reports with every other key that local callers need one', async () => {
    await create('--principal', 'ci');
    const { err } = await recourse('keys', 'create', '--principal', 'ada');
    expect(err).not.toContain('first key');
    expect(err).toContain('Local HTTP callers need a key too');
  });

  it('treats a key as the first if all others were revoked', async () => {
    await create('--principal', 'ci');
    const [record] = await listed();
    await recourse('keys', 'revoke', record?.id ?? '');
    expect((await recourse('keys', 'create', '--principal', 'ada')).err).toContain('This is the first key');
  });

  it.each([
    ['loopback', 'Local HTTP callers still need no key'],
    ['none', 'Every HTTP caller needs a key'],
  ])('says what http.anonymous: %s means for local callers', async (anonymous, sentence) => {
    cwd = writeFolder({ 'recourse.config.json': JSON.stringify({ http: { anonymous } }) });
    const { err } = await recourse('keys', 'create', '--principal', 'ci');
    expect(err).toContain(sentence);
    expect(err).not.toContain('first key');
  });

  it('stores nothing that reveals the key', async () => {
    const key = await create('--principal', 'ci');
    const folder = path.join(cwd, '.recourse');
    for (const name of readdirSync(folder)) expect(readFileSync(path.join(folder, name)).includes(key)).toBe(false);
    expect((await recourse('keys', 'list', '--json')).out).not.toContain(key);
  });

  it('creates a key for an approver, and says what it is for', async () => {
    const { exit, out, err } = await recourse('keys', 'create', '--principal', 'alice', '--role', 'approver');
    expect(exit).toBe(0);
    expect(await identify(out)).toMatchObject({ id: 'alice', role: 'approver', tools: [] });
    expect(err).toMatch(
      /^Key key_\w+ for the approver 'alice'\. Store: .*\nThe key is not shown again\.\nIt cannot call tools\./,
    );
    expect((await recourse('keys', 'list')).out).toContain('none (approver)');
    expect(await recourse('keys', 'create', '--principal', 'bob', '--role', 'aprover')).toMatchObject({
      exit: 2,
      err: expect.stringContaining("There is no role 'aprover'. Did you mean approver"),
    });
  });

  it('trusts a key like a local caller, with all tools, unless told otherwise', async () => {
    const { out, err } = await recourse('keys', 'create', '--principal', 'ci', '--json');
    expect(JSON.parse(out)).toEqual({
      key: expect.stringMatching(/^rk_/),
      record: { id: expect.stringMatching(/^key_/), principal: 'ci', trust: 'validated', created_at: time },
    });
    expect(err).toContain('trust level validated, tools: all');
  });

  it.each([
    [[], 'Specify the caller that will use the key'],
    [['--principal', 'ci', '--trust', 'certifed'], "There is no trust level 'certifed'. Did you mean certified?"],
    [['--principal', 'local'], "'local' is reserved for callers without a key"],
    [['--principal', ''], 'The name of a principal or tool must have 1 to 200 visible characters'],
    [['--principal', 'ci', '--tools', 'a,,b'], '--tools must be a comma-separated list of names.'],
    [['ci'], "Unexpected 'ci'."],
  ])('ends with 2 for %j, and makes no store', async (line, message) => {
    expect(await recourse('keys', 'create', ...line)).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringContaining(message),
    });
    expect(existsSync(path.join(cwd, '.recourse'))).toBe(false);
  });

  it('names every level of trust in its help', () => {
    for (const level of trustLevels) expect(help).toContain(level);
  });
});

describe('recourse keys list', () => {
  it('shows all keys, including revoked ones', async () => {
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

  it('reports that there are no keys, or no store', async () => {
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
  it('revokes a key and reports it once', async () => {
    const key = await create('--principal', 'ci');
    const other = await create('--principal', 'ada');
    const [record] = await listed();
    const id = record?.id ?? '';
    expect(await recourse('keys', 'revoke', id.slice(0, 10))).toEqual({
      exit: 0,
      err: '',
      out: `Revoked: key ${id} of 'ci'`,
    });
    expect(await identify(key)).toBeUndefined();
    expect(await identify(other)).toMatchObject({ id: 'ada' });
    expect(await recourse('keys', 'revoke', id)).toEqual({
      exit: 1,
      out: '',
      err: `recourse: '${id}' was already revoked at 2026-01-01 00:00:00Z.`,
    });
    expect(JSON.parse((await recourse('keys', 'revoke', id, '--json')).out)).toEqual({ ok: false, given: id });
  });

  it('says with the last key that local callers need none after a restart', async () => {
    await create('--principal', 'ci');
    const [record] = await listed();
    const { exit, err } = await recourse('keys', 'revoke', record?.id ?? '');
    expect(exit).toBe(0);
    expect(err).toContain('No valid keys are left');
    expect(err).toContain('"http": { "anonymous": "none" }');
  });

  it('says nothing about local callers with the last key if http.anonymous decides', async () => {
    cwd = writeFolder({ 'recourse.config.json': JSON.stringify({ http: { anonymous: 'none' } }) });
    await create('--principal', 'ci');
    const [record] = await listed();
    expect((await recourse('keys', 'revoke', record?.id ?? '')).err).toBe('');
  });

  it('rejects an unknown id, an ambiguous id and a key itself, without showing the key', async () => {
    const key = await create('--principal', 'ci');
    await create('--principal', 'ada');
    expect(await recourse('keys', 'revoke', 'key_')).toMatchObject({
      exit: 1,
      err: "recourse: 'key_' matches several keys: use more characters of the id.",
    });
    expect(await recourse('keys', 'revoke', 'zzz')).toMatchObject({
      exit: 1,
      err: expect.stringContaining("'zzz' is not the id of a key."),
    });
    const { exit, err } = await recourse('keys', 'revoke', key);
    expect(exit).toBe(2);
    expect(err).not.toContain(key);
    expect((await listed()).every(({ revoked_at }) => revoked_at === undefined)).toBe(true);
  });
});
