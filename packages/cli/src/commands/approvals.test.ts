import { existsSync, readdirSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTickets } from '../testing/open-tickets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

const minute = 60_000;
const configured = (approvals: object) => ({
  'recourse.config.json': JSON.stringify({ policy: { consent: 'person' }, approvals }),
});
const approver = `os:${userInfo().username}`;
let cwd: string;
let time: number;
const now = (): number => time;
beforeEach(() => {
  cwd = writeFolder(configured({ local: true }));
  time = Date.UTC(2026, 0, 1);
});

const open = () => openTickets({ cwd, now });
const recourse = (...line: readonly string[]) => runWithFakeIo(line, { cwd, now, environment: { USER: 'grace' } });
const ids = async (): Promise<readonly string[]> => {
  const { approvals }: { approvals: { id: string }[] } = JSON.parse(
    (await recourse('approvals', 'list', '--json')).out,
  );
  return approvals.map(({ id }) => id);
};

describe('recourse approvals list', () => {
  it('shows the caller, the tool, the arguments and the remaining time', async () => {
    const tickets = await open();
    await tickets.askToClose({ id: 7, note: 'done' });
    time += 48_000;
    await tickets.askToClose({ id: 8 });
    const [first = '', second = ''] = await ids();
    expect(await recourse('approvals', 'list')).toEqual({
      exit: 0,
      err: '',
      out: [
        'ID        WHO    WHAT          TIME LEFT   ARGUMENTS',
        `${first}  local  close_ticket  4 min 12 s  {"id":7,"note":"done"}`,
        `${second}  local  close_ticket  5 min       {"id":8}`,
      ].join('\n'),
    });
  });

  it('reports that no calls are waiting', async () => {
    await open();
    expect(await recourse('approvals', 'list')).toEqual({
      exit: 0,
      err: '',
      out: 'No calls are waiting for approval.',
    });
    expect(JSON.parse((await recourse('approvals', 'list', '--json')).out)).toEqual({ approvals: [] });
  });

  it('escapes terminal control sequences in names and arguments', async () => {
    const tickets = await open();
    await tickets.askToClose({ id: 7, note: '\u001b[2J\u202Esuoregnad' });
    const { out } = await recourse('approvals', 'list');
    expect(out).not.toMatch(/[\u001b\u202E]/);
    expect(out).toContain('\\u{202e}suoregnad');
  });

  it('masks arguments that the tool marks as sensitive', async () => {
    const tickets = await open();
    await tickets.askToClose({ id: 7, pin: 'pin-4711' });
    for (const line of [['list'], ['list', '--json'], ['show', '1'], ['show', '1', '--json'], ['approve', '1']]) {
      const { exit, out } = await recourse('approvals', ...line);
      expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining('[redacted]') });
      expect(out).not.toContain('pin-4711');
    }
  });

  it('omits the arguments of a call sealed with another key, and creates no key', async () => {
    const environment = { RECOURSE_KEY: 'ab'.repeat(32) };
    const tickets = await openTickets({ cwd, now, environment });
    await tickets.askToClose({ id: 7 });
    expect((await recourse('approvals', 'list')).out).toMatch(/close_ticket {2}5 min {6}\(sealed\)$/);
    const [id = ''] = await ids();
    expect((await recourse('approvals', 'show', id)).out).toContain('cannot be shown');
    expect(existsSync(path.join(cwd, '.recourse', 'state.db.key'))).toBe(false);
    expect(await recourse('approvals', 'approve', id)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('sealed with a key that is not available'),
    });
    expect(await ids()).toEqual([id]);
  });
});

describe('recourse approvals show', () => {
  it('shows everything needed for a decision', async () => {
    const tickets = await open();
    const token = await tickets.askToClose({ id: 7, note: 'done\nfor good', labels: ['a', 'b'] });
    const [id = ''] = await ids();
    const shown = await recourse('approvals', 'show', id);
    expect(shown).toEqual({
      exit: 0,
      err: '',
      out: `${id}
  who        local
  what       close_ticket
  why        A closed ticket cannot be opened again
  asked      2026-01-01 00:00:00Z
  time left  5 min
  arguments
    id      7
    note    │ done
            │ for good
    labels  [
              "a",
              "b"
            ]

recourse approvals approve ${id}
recourse approvals deny ${id} --reason '…'`,
    });
    expect(await recourse('approvals', 'show', id.split('-')[0] ?? '')).toEqual(shown);
    expect(await recourse('approvals', 'show', id.slice(0, 5).toUpperCase())).toEqual(shown);
    expect(await recourse('approvals', 'show', token)).toEqual(shown);
    expect(JSON.parse((await recourse('approvals', 'show', id, '--json')).out)).toMatchObject({
      id,
      arguments: { id: 7, note: 'done\nfor good', labels: ['a', 'b'] },
      timeLeftMs: 5 * minute,
    });
  });

  it('shows the facts that the approval covers, and approves only those', async () => {
    let owner = 'ada';
    const tickets = await openTickets({ cwd, now, shown: () => ({ owner, comments: 3 }) });
    await tickets.askToClose({ id: 7 });
    const [id = ''] = await ids();
    const { out } = await recourse('approvals', 'show', id);
    expect(out).toContain('  stated\n    owner     "ada"\n    comments  3\n');
    expect(await recourse('approvals', 'approve', id)).toMatchObject({ exit: 0 });
    owner = 'bob';
    expect(await tickets.call('close_ticket', { id: 7 })).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      details: { shown: { owner: 'bob' } },
    });
    owner = 'ada';
    expect(await tickets.call('close_ticket', { id: 7 })).toMatchObject({ ok: true });
    expect(tickets.closed).toEqual([7]);
  });

  it('exits with 1 if there is no such waiting call', async () => {
    await open();
    expect(await recourse('approvals', 'show', '7')).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringContaining("There is no waiting call '7'"),
    });
    expect(JSON.parse((await recourse('approvals', 'show', '7', '--json')).out)).toEqual({
      ok: false,
      reference: '7',
    });
  });

  it('exits with 2 for no id or several ids', async () => {
    expect(await recourse('approvals', 'show')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('Specify a call.'),
    });
    expect(await recourse('approvals', 'show', 'a', 'b')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('Specify one call, not 2.'),
    });
  });
});

describe('recourse approvals approve', () => {
  it('allows exactly this call, once', async () => {
    const tickets = await open();
    const confirmation_token = await tickets.askToClose({ id: 7 });
    const [id = ''] = await ids();
    expect(await recourse('approvals', 'approve', id.slice(0, 4))).toEqual({
      exit: 0,
      err: '',
      out: 'Approved: close_ticket {"id":7} for local\nThe call can be made once, within 5 min.',
    });
    expect(await ids()).toEqual([]);
    expect(await tickets.call('close_ticket', { id: 8 }, { confirmation_token })).toMatchObject({
      ok: false,
      code: 'TOKEN_SCOPE_MISMATCH',
    });
    expect(await tickets.call('close_ticket', { id: 7 }, { confirmation_token })).toMatchObject({ ok: true });
    expect(await tickets.call('close_ticket', { id: 7 }, { confirmation_token })).toMatchObject({
      ok: false,
      code: 'TOKEN_ALREADY_USED',
    });
    expect(tickets.closed).toEqual([7]);
  });

  it('records the approver as an event, never with a name from the command line', async () => {
    const tickets = await open();
    await tickets.askToClose({ id: 7 });
    const [id = ''] = await ids();
    await recourse('approvals', 'approve', id, '--by', 'the boss');
    const { events } = JSON.parse((await recourse('events', '--principal', approver, '--json')).out);
    expect(events).toMatchObject([
      {
        type: 'APPROVAL_GRANTED',
        principal: approver,
        tool: 'close_ticket',
        subject: `approval:${id}`,
        data: { caller: 'local', via: 'os', note: 'the boss' },
      },
    ]);
    expect((await recourse('events', '--principal', approver)).out).toMatch(/Z {2}approved {2}close_ticket/);
    expect(await recourse('events', 'verify')).toMatchObject({ exit: 0 });
  });

  it.each([{}, { local: false }])(
    'is refused if policy.consent is person and the configuration has %j',
    async (given) => {
      cwd = writeFolder(configured(given));
      const tickets = await open();
      await tickets.askToClose({ id: 7 });
      const [id = ''] = await ids();
      expect(await recourse('approvals', 'approve', id)).toEqual({
        exit: 4,
        out: '',
        err: `recourse: The call was not approved: policy.consent is 'person', and approvals from the command line are not accepted.
  code  APPROVAL_LOCAL_REFUSED
  hint  Approve over HTTP with the key of an approver, or set approvals.local to true in recourse.config.json.`,
      });
      expect(await ids()).toEqual([id]);
      expect(await recourse('approvals', 'deny', id)).toMatchObject({ exit: 0 });
    },
  );

  it('reports the approver in JSON', async () => {
    const tickets = await open();
    await tickets.askToClose({ id: 7 });
    const [id = ''] = await ids();
    const { exit, out } = await recourse('approvals', 'approve', id, '--by', 'Ada', '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      reference: id,
      result: 'approved',
      decided_by: approver,
      via: 'os',
      note: 'Ada',
      call: { operation: 'close_ticket', arguments: { id: 7 } },
    });
  });

  it('reports an unknown, a decided, a used and an expired call differently', async () => {
    const tickets = await open();
    const said = async (reference: string) => {
      const { exit, out, err } = await recourse('approvals', 'approve', reference);
      expect({ exit, out }).toEqual({ exit: 1, out: '' });
      return err.replace(reference, 'X');
    };
    expect(await said('7-ffffff')).toBe(
      "recourse: There is no waiting call 'X'. 'recourse approvals list' lists the waiting calls.",
    );
    expect(await said('conf_nonsense')).toContain('There is no waiting call');
    const token = await tickets.askToClose({ id: 7 });
    const [id = ''] = await ids();
    await recourse('approvals', 'approve', id);
    expect(await said(id)).toBe("recourse: The call 'X' was already decided.");
    await tickets.call('close_ticket', { id: 7 }, { confirmation_token: token });
    expect(await said(id)).toBe("recourse: The call 'X' was approved and has already been made.");
    const late = await tickets.askToClose({ id: 9 });
    time += 5 * minute;
    expect(await said(late)).toBe("recourse: The call 'X' has expired. The caller must ask again.");
  });

  it('matches a number exactly, not as a prefix', async () => {
    const tickets = await open();
    for (let number = 1; number <= 37; number += 1) await tickets.askToClose({ id: number });
    const waiting = await ids();
    expect(waiting[36]).toMatch(/^11-/);
    expect((await recourse('approvals', 'approve', '1')).out).toContain('{"id":1}');
    expect(await recourse('approvals', 'approve', '1')).toMatchObject({ exit: 1 });
    expect(await recourse('approvals', 'approve', '11-fffffff')).toMatchObject({ exit: 1 });
    expect((await recourse('approvals', 'approve', waiting[36]?.slice(0, 5) ?? '')).out).toContain('{"id":37}');
    expect(await ids()).toHaveLength(35);
  });
});

describe('recourse approvals deny', () => {
  it('tells the caller who denied the call and why', async () => {
    const tickets = await open();
    const confirmation_token = await tickets.askToClose({ id: 7 });
    const [id = ''] = await ids();
    expect(await recourse('approvals', 'deny', id, '--reason', 'not before the release')).toEqual({
      exit: 0,
      err: '',
      out: 'Denied: close_ticket {"id":7} for local',
    });
    expect(await tickets.call('close_ticket', { id: 7 }, { confirmation_token })).toMatchObject({
      code: 'CONFIRMATION_DENIED',
      details: { decided_by: approver, reason: 'not before the release' },
    });
    expect(tickets.closed).toEqual([]);
  });

  it('exits with 2 for a reason with invisible characters', async () => {
    const tickets = await open();
    await tickets.askToClose({ id: 7 });
    const [id = ''] = await ids();
    for (const reason of ['', '\u001b[2J', 'no\u202e', 'no\u200b', 'x'.repeat(501)]) {
      expect(await recourse('approvals', 'deny', id, '--reason', reason)).toMatchObject({
        exit: 2,
        err: expect.stringContaining('--by and --reason must have 1 to 500 visible characters'),
      });
    }
    expect(await ids()).toEqual([id]);
  });
});

describe('a store that cannot be used', () => {
  it.each([['list'], ['show', 'abc'], ['approve', 'abc'], ['deny', 'abc']])(
    'is reported as missing by approvals %s, and is not created',
    async (...line) => {
      expect(await recourse('approvals', ...line)).toEqual({
        exit: 2,
        out: '',
        err: `recourse: There is no store at ${path.join('.recourse', 'state.db')} yet.
  code  STORE_NOT_FOUND
  hint  Start a server here, or run 'recourse store migrate' to create it.`,
      });
      expect(readdirSync(cwd)).toEqual(['recourse.config.json']);
    },
  );

  it('is found in another place with --store and --config', async () => {
    const tickets = await open();
    await tickets.askToClose({ id: 7 });
    const elsewhere = writeFolder({
      'other.json': JSON.stringify({ store: { kind: 'sqlite', file: path.join(cwd, '.recourse', 'state.db') } }),
    });
    for (const option of [
      ['--store', path.join(cwd, '.recourse', 'state.db')],
      ['--config', 'other.json'],
    ]) {
      const { exit, out } = await runWithFakeIo(['approvals', 'list', ...option], { cwd: elsewhere, now });
      expect({ exit, out }).toMatchObject({ exit: 0, out: expect.stringContaining('{"id":7}') });
    }
  });

  it('is explained if the configuration is invalid or keeps state in memory', async () => {
    const wrong = writeFolder({ 'recourse.config.json': '{ "stor": {} }' });
    expect(await runWithFakeIo(['approvals', 'list'], { cwd: wrong })).toMatchObject({
      exit: 2,
      err: expect.stringMatching(
        /^recourse: The configuration cannot be used:\n.*1:3: \/stor: .*did you mean 'store'\?\n {2}code {2}CONFIGURATION_INVALID\n/,
      ),
    });
    const memory = writeFolder({ 'recourse.config.json': '{ "store": { "kind": "memory" } }' });
    expect(await runWithFakeIo(['approvals', 'list'], { cwd: memory })).toMatchObject({
      exit: 2,
      err: expect.stringContaining('in memory only, so no command can read it.\n  code  STORE_IN_MEMORY'),
    });
  });

  it('is explained if it is not a store, and no sealing key is created', async () => {
    const folder = writeFolder({ 'letter.db': 'This is a letter, and not a database at all. '.repeat(100) });
    expect(await runWithFakeIo(['approvals', 'list', '--store', 'letter.db'], { cwd: folder })).toMatchObject({
      exit: 2,
      err: expect.stringMatching(
        /^recourse: The SQLite store is unavailable: .*letter\.db is not a database\.\n {2}code {2}STORE_NOT_A_DATABASE\n/,
      ),
    });
    await open();
    rmSync(path.join(cwd, '.recourse', 'state.db.key'));
    expect(await recourse('approvals', 'list')).toMatchObject({ exit: 0 });
    expect(existsSync(path.join(cwd, '.recourse', 'state.db.key'))).toBe(false);
  });

  it('is explained if the database does not respond', async () => {
    const address = 'postgres://app:hunter2@127.0.0.1:1/state';
    const { exit, out, err } = await runWithFakeIo(['approvals', 'list', '--store', address], { cwd });
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toMatch(
      /^recourse: The PostgreSQL store is unavailable: 127\.0\.0\.1:1: the connection was refused\.\n {2}code {2}STORE_UNREACHABLE\n/,
    );
    expect(err).not.toContain('hunter2');
  });
});

describe('the group', () => {
  it('lists its commands and suggests the nearest one', async () => {
    const bare = await recourse('approvals');
    expect(bare).toMatchObject({ exit: 2, out: '' });
    expect(bare.err).toMatch(/^ *approvals list .*\n *approvals show/mu);
    expect(await recourse('approvals', '--help')).toMatchObject({ exit: 0, out: bare.err });
    expect(await recourse('help', 'approvals')).toMatchObject({ exit: 0, out: bare.err });
    expect(await recourse('approvals', 'aprove', 'x')).toMatchObject({
      exit: 2,
      err: expect.stringMatching(
        /^recourse: There is no command 'approvals aprove'\. Did you mean approvals approve.*\n.*\n {2}hint {2}Run 'recourse help approvals'/,
      ),
    });
    expect(await recourse('help', 'approvals', 'aprove')).toMatchObject({ exit: 2 });
  });
});
