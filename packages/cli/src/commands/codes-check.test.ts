import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import type { FixturePackage } from '../testing/write-package.ts';
import { codesModule, writeFolder, writePackage } from '../testing/write-package.ts';

/** The lock that a first release wrote. */
const lockOf = async (fixture: FixturePackage): Promise<string> => {
  const cwd = writePackage(fixture);
  expect(await runWithFakeIo(['codes', 'lock'], { cwd })).toMatchObject({ exit: 0 });
  return readFileSync(path.join(cwd, 'codes.lock.json'), 'utf8');
};

/** Checks a package against the lock of its first release. */
const checkAfter = async (before: FixturePackage, after: FixturePackage, ...more: readonly string[]) => {
  const cwd = writePackage({ ...after, files: { 'codes.lock.json': await lockOf(before), ...after.files } });
  return runWithFakeIo(['codes', 'check', ...more], { cwd });
};

const first: FixturePackage = { rows: { TICKET_CLOSED: '{}' } };

describe('recourse codes check', () => {
  it('succeeds when nothing has changed', async () => {
    expect(await checkAfter(first, first)).toEqual({
      exit: 0,
      out: '✓ tickets  1 code, unchanged since 0.1.0',
      err: '',
    });
  });

  it('fails on a break, and reports the version that would allow it', async () => {
    const { exit, out } = await checkAfter(first, { rows: { TICKET_CLOSED: '{ http: 410 }' }, version: '0.2.0' });
    expect(exit).toBe(1);
    expect(out).toContain('break    TICKET_CLOSED changed http from 409 to 410; this requires 1.0.0');
  });

  it('fails when a code was removed', async () => {
    const { exit, out } = await checkAfter({ rows: { TICKET_CLOSED: '{}', TICKET_LOST: '{}' } }, first);
    expect(exit).toBe(1);
    expect(out).toContain('break    TICKET_LOST was removed; this requires 1.0.0');
  });

  it('allows a break once the major version has changed', async () => {
    const { exit, out } = await checkAfter(first, { rows: { TICKET_CLOSED: '{ http: 410 }' }, version: '1.0.0' });
    expect(exit).toBe(0);
    expect(out).toContain('allowed  TICKET_CLOSED changed http from 409 to 410; the major version has changed');
    expect(out).toContain('recourse codes lock');
  });

  it('fails on an addition that is not locked, and says what to run', async () => {
    const { exit, out } = await checkAfter(first, { rows: { TICKET_CLOSED: '{}', TICKET_LOST: '{}' } });
    expect(exit).toBe(1);
    expect(out).toContain('new      TICKET_LOST is new');
    expect(out).toContain('run recourse codes lock');
  });

  it('does not bind a reserved code, and asks for a lock once it is in use', async () => {
    const reserved = { rows: { TICKET_CLOSED: '{ reserved: true }' } };
    expect(await checkAfter(reserved, { rows: { TICKET_CLOSED: '{ reserved: true, http: 410 }' } })).toMatchObject({
      exit: 0,
    });
    expect(await checkAfter(reserved, { rows: {} })).toMatchObject({ exit: 0 });
    const used = await checkAfter(reserved, { rows: { TICKET_CLOSED: '{ http: 410 }' } });
    expect(used).toMatchObject({ exit: 1, out: expect.stringContaining('TICKET_CLOSED is no longer reserved') });
  });

  it('fails until there is a lock', async () => {
    const { exit, out } = await runWithFakeIo(['codes', 'check'], { cwd: writePackage(first) });
    expect(exit).toBe(1);
    expect(out).toContain('✗ tickets  1 code, not locked yet (codes.lock.json)');
  });

  it('fails on invalid codes', async () => {
    const wrong = { rows: { TICKET_CLOSED: "{ message: 'Ticket {number} is closed' }" } };
    const { exit, out } = await checkAfter(first, wrong);
    expect(exit).toBe(1);
    expect(out).toContain('problem  TICKET_CLOSED: message: {number} is not a key of the details');
  });

  it('fails when the lock is of another namespace', async () => {
    const { exit, out } = await checkAfter(first, { ...first, namespace: 'orders' });
    expect(exit).toBe(1);
    expect(out).toContain(
      "problem  the lock file is for namespace 'tickets', but the module is for namespace 'orders'",
    );
  });

  it('answers in one JSON document', async () => {
    const { exit, out, err } = await checkAfter(first, { rows: { TICKET_CLOSED: '{ retryable: true }' } }, '--json');
    expect({ exit, err }).toEqual({ exit: 1, err: '' });
    expect(JSON.parse(out)).toEqual({
      ok: false,
      registries: [
        {
          package: 'tickets',
          version: '0.1.0',
          namespace: 'tickets',
          module: path.join('dist', 'codes.js'),
          lock: 'codes.lock.json',
          locked: '0.1.0',
          codes: 1,
          problems: [],
          findings: [
            {
              severity: 'break',
              code: 'TICKET_CLOSED',
              change: 'retryable-changed',
              field: 'retryable',
              before: false,
              after: true,
              message: 'TICKET_CLOSED changed retryable from false to true',
              needs: '1.0.0',
            },
          ],
        },
      ],
    });
  });

  it('looks at each workspace of the package', async () => {
    const manifest = (name: string) =>
      JSON.stringify({ name, version: '1.0.0', type: 'module', recourse: { codes: './codes.js' } });
    const cwd = writeFolder({
      'package.json': JSON.stringify({
        name: 'all',
        workspaces: { packages: ['packages/*', '!packages/old', 'apps/**'] },
      }),
      'packages/tickets/package.json': manifest('tickets'),
      'packages/tickets/codes.js': codesModule('tickets', { TICKET_CLOSED: '{}' }),
      'packages/old/package.json': manifest('old'),
      'packages/plain/package.json': JSON.stringify({ name: 'plain' }),
      'packages/notes.txt': '',
      'apps/web/shop/package.json': manifest('shop'),
      'apps/web/shop/codes.js': codesModule('shop', { CART_EMPTY: '{}' }),
    });
    const { exit, out } = await runWithFakeIo(['codes', 'lock'], { cwd });
    expect(exit).toBe(0);
    expect(out).toBe(
      `✓ tickets  wrote ${path.join('packages', 'tickets', 'codes.lock.json')}\n✓ shop     wrote ${path.join('apps', 'web', 'shop', 'codes.lock.json')}`,
    );
    expect(await runWithFakeIo(['codes', 'check'], { cwd })).toMatchObject({ exit: 0 });
  });

  it('takes a module and its lock from the command line', async () => {
    const cwd = writeFolder({
      'package.json': JSON.stringify({ version: '2.0.0', type: 'module' }),
      'a.js': codesModule('a', { TICKET_CLOSED: '{}' }),
      'b.js': codesModule('b', { TICKET_CLOSED: '{}' }),
    });
    expect(await runWithFakeIo(['codes', 'lock', 'a.js'], { cwd })).toMatchObject({
      exit: 0,
      out: '✓ a  wrote codes.lock.json',
    });
    expect(await runWithFakeIo(['codes', 'lock', 'b.js', '--lock', 'b.lock.json'], { cwd })).toMatchObject({
      exit: 0,
      out: '✓ b  wrote b.lock.json',
    });
    expect(await runWithFakeIo(['codes', 'check', 'b.js', '--lock', 'b.lock.json'], { cwd })).toMatchObject({
      exit: 0,
    });
    expect(await runWithFakeIo(['codes', 'check', 'a.js', 'b.js'], { cwd })).toMatchObject({
      exit: 2,
      err: expect.stringContaining('Two modules cannot share codes.lock.json'),
    });
    expect(await runWithFakeIo(['codes', 'check', 'a.js', 'b.js', '--lock', 'x'], { cwd })).toMatchObject({ exit: 2 });
  });

  it('finds the declared lock of a module that is named', async () => {
    const cwd = writePackage({ ...first, files: { 'codes.lock.json': await lockOf(first) } });
    expect(await runWithFakeIo(['codes', 'check', './dist/codes.js'], { cwd })).toMatchObject({ exit: 0 });
  });
});

describe('recourse codes check ends with 2', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['no package is here', {}, 'No registry is declared here.'],
    ['none is declared', { 'package.json': '{}' }, '"recourse": { "codes": {'],
    ['package.json is broken', { 'package.json': '{' }, 'package.json is not valid JSON: '],
    [
      'the declaration is wrong',
      { 'package.json': '{ "recourse": { "codes": 7 } }' },
      'package.json at recourse.codes: ',
    ],
    [
      'the module is missing',
      { 'package.json': '{ "recourse": { "codes": "./codes.js" } }' },
      "There is no module 'codes.js'",
    ],
  ])('when %s', async (_, files, message) => {
    const { exit, out, err } = await runWithFakeIo(['codes', 'check'], { cwd: writeFolder(files) });
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(message);
  });

  it.each([
    ['{', 'codes.lock.json is not valid JSON: '],
    ['{}', "codes.lock.json is not a valid code lock file: 'namespace': "],
  ])('when the lock is %j', async (lock, message) => {
    const cwd = writePackage({ ...first, files: { 'codes.lock.json': lock } });
    const { exit, err } = await runWithFakeIo(['codes', 'check'], { cwd });
    expect(exit).toBe(2);
    expect(err).toContain(message);
  });

  it('when one module has codes of two namespaces', async () => {
    const two = `${codesModule('a', { A_B: '{}' })}\nexport const more = { namespace: 'b', definitions: {} };`;
    const cwd = writePackage({ ...first, files: { 'dist/codes.js': two } });
    expect(await runWithFakeIo(['codes', 'check'], { cwd })).toMatchObject({
      exit: 2,
      err: expect.stringContaining('exports codes of a and b; a lock file covers one namespace'),
    });
  });

  it('when --lock is given without a module', async () => {
    expect(await runWithFakeIo(['codes', 'check', '--lock', 'x.json'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--lock needs one module'),
    });
  });
});

it('omits the core if a module exports it next to its own codes', async () => {
  const module = `${codesModule('tickets', { TICKET_CLOSED: '{}' })}\nexport const coreCodes = { namespace: null, definitions: {} };`;
  const cwd = writePackage({ ...first, files: { 'dist/codes.js': module } });
  expect(await runWithFakeIo(['codes', 'lock'], { cwd })).toMatchObject({
    exit: 0,
    out: '✓ tickets  wrote codes.lock.json',
  });
});
