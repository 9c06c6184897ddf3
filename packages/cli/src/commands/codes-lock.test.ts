import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import type { FixturePackage } from '../testing/write-package.ts';
import { writePackage } from '../testing/write-package.ts';

const first: FixturePackage = { rows: { TICKET_CLOSED: '{}' } };

const readLock = (cwd: string): string => readFileSync(path.join(cwd, 'codes.lock.json'), 'utf8');

const lockOf = async (fixture: FixturePackage): Promise<string> => {
  const cwd = writePackage(fixture);
  await runWithFakeIo(['codes', 'lock'], { cwd });
  return readLock(cwd);
};

/** Locks a second release over the lock of the first. */
const lockAfter = async (after: FixturePackage, ...more: readonly string[]) => {
  const before = await lockOf(first);
  const cwd = writePackage({ ...after, files: { 'codes.lock.json': before, ...after.files } });
  const run = await runWithFakeIo(['codes', 'lock', ...more], { cwd });
  return { ...run, written: readLock(cwd) !== before, lock: readLock(cwd) };
};

const second = (own = "{ since: '0.2.0' }"): FixturePackage => ({
  version: '0.2.0',
  rows: { TICKET_CLOSED: '{}', TICKET_LOST: own },
});

describe('recourse codes lock', () => {
  it('writes the first lock without asking for a changelog', async () => {
    const cwd = writePackage(first);
    expect(await runWithFakeIo(['codes', 'lock'], { cwd })).toEqual({
      exit: 0,
      out: '✓ tickets  wrote codes.lock.json',
      err: '',
    });
    expect(JSON.parse(readLock(cwd))).toEqual({
      namespace: 'tickets',
      version: '0.1.0',
      codes: {
        TICKET_CLOSED: {
          kind: 'error',
          category: 'conflict',
          http: 409,
          retryable: false,
          recovery: 'change_state',
          details: { closed_at: { required: false, type: 'string' }, ticket: { required: true, type: 'string' } },
          since: '0.1.0',
        },
      },
    });
  });

  it('reports that nothing changed', async () => {
    expect(await lockAfter(first)).toMatchObject({
      exit: 0,
      out: '✓ tickets  unchanged: codes.lock.json',
      written: false,
    });
  });

  it('refuses a first lock with a code from a later version', async () => {
    const cwd = writePackage({ rows: { TICKET_CLOSED: "{ since: '0.3.0' }" } });
    const { exit, out } = await runWithFakeIo(['codes', 'lock'], { cwd });
    expect(exit).toBe(1);
    expect(out).toContain("the 'since' of TICKET_CLOSED is '0.3.0', but tickets has version 0.1.0");
    expect(existsSync(path.join(cwd, 'codes.lock.json'))).toBe(false);
  });

  it("locks an addition with 'since' and a changelog line", async () => {
    const changelog = '# Changes\n\n- `TICKET_LOST`: a ticket that cannot be found.\n';
    const { exit, written, lock } = await lockAfter({ ...second(), files: { 'CHANGELOG.md': changelog } });
    expect({ exit, written }).toEqual({ exit: 0, written: true });
    expect(JSON.parse(lock)).toMatchObject({ version: '0.2.0', codes: { TICKET_LOST: { since: '0.2.0' } } });
  });

  it('takes a changelog line that names the namespace too', async () => {
    expect(await lockAfter({ ...second(), files: { 'CHANGELOG.md': '- `tickets:TICKET_LOST`\n' } })).toMatchObject({
      exit: 0,
    });
  });

  it('refuses an addition without its version or its changelog line, and writes nothing', async () => {
    const { exit, out, written } = await lockAfter({
      ...second("{ since: '0.1.0' }"),
      files: { 'CHANGELOG.md': '- TICKET_LOST without backticks, and `TICKET_LOST_AGAIN`\n' },
    });
    expect({ exit, written }).toEqual({ exit: 1, written: false });
    expect(out).toContain("TICKET_LOST is new: its 'since' must be '0.2.0', not '0.1.0'");
    expect(out).toContain('TICKET_LOST is new: add a line that contains `TICKET_LOST` to CHANGELOG.md');
    expect(out).toContain('Nothing was written.');
  });

  it('asks for a changelog if there is none', async () => {
    const { exit, out } = await lockAfter(second());
    expect(exit).toBe(1);
    expect(out).toContain(
      'TICKET_LOST is new: create a CHANGELOG.md next to package.json with a line that contains `TICKET_LOST`',
    );
  });

  it('refuses a break, and writes nothing', async () => {
    const { exit, out, written } = await lockAfter({
      version: '0.2.0',
      rows: { TICKET_CLOSED: "{ recovery: 'report' }" },
    });
    expect({ exit, written }).toEqual({ exit: 1, written: false });
    expect(out).toContain('TICKET_CLOSED changed recovery from change_state to report; this requires 1.0.0');
  });

  it('refuses invalid codes', async () => {
    const { exit, out } = await lockAfter({ rows: { TICKET_CLOSED: "{ hint: 'See {page}.' }" } });
    expect(exit).toBe(1);
    expect(out).toContain('TICKET_CLOSED: hint: {page} is not a key of the details');
  });

  it('locks a break once the major version has moved', async () => {
    const { exit, lock } = await lockAfter({ version: '1.0.0', rows: { TICKET_CLOSED: "{ recovery: 'report' }" } });
    expect(exit).toBe(0);
    expect(JSON.parse(lock)).toMatchObject({ version: '1.0.0', codes: { TICKET_CLOSED: { recovery: 'report' } } });
  });

  it('answers in one JSON document, whether it wrote or refused', async () => {
    const wrote = await lockAfter({ ...second(), files: { 'CHANGELOG.md': '`TICKET_LOST`' } }, '--json');
    expect(JSON.parse(wrote.out)).toEqual({
      ok: true,
      registries: [
        {
          package: 'tickets',
          version: '0.2.0',
          namespace: 'tickets',
          lock: 'codes.lock.json',
          codes: 2,
          written: true,
          demands: [],
        },
      ],
    });
    const refused = await lockAfter({ rows: {} }, '--json');
    expect(JSON.parse(refused.out)).toMatchObject({
      ok: false,
      registries: [{ written: false, demands: ['TICKET_CLOSED was removed; this requires 1.0.0'] }],
    });
  });
});
