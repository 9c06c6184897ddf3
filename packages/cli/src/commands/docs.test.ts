import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dialectNames } from '@recourse/contract/dialects';
import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder, writePackage } from '../testing/write-package.ts';

describe('recourse docs', () => {
  it('writes the codes, the exit statuses and one page for each dialect, then finds them up to date', async () => {
    const cwd = writeFolder({});
    const first = await runWithFakeIo(['docs', '--out', 'ref'], { cwd });
    expect(first.exit).toBe(0);
    expect(first.out.split('\n')).toEqual(
      ['codes.md', 'exit-statuses.md', ...dialectNames.map((name) => path.join('dialects', `${name}.md`))].map(
        (page) => `wrote  ${path.join('ref', page)}`,
      ),
    );
    expect(await runWithFakeIo(['docs', '--out', 'ref', '--check'], { cwd })).toEqual({
      exit: 0,
      out: '9 pages are up to date.',
      err: '',
    });
  });

  it('ends with 1 and names what is stale or missing, and writes nothing, for --check', async () => {
    const cwd = writeFolder({});
    await runWithFakeIo(['docs'], { cwd });
    const codes = path.join(cwd, 'docs', 'reference', 'codes.md');
    writeFileSync(codes, 'old');
    rmSync(path.join(cwd, 'docs', 'reference', 'dialects', 'launch.md'));
    const { exit, out } = await runWithFakeIo(['docs', '--check'], { cwd });
    expect(exit).toBe(1);
    expect(out.split('\n')).toEqual([
      `stale  ${path.join('docs', 'reference', 'codes.md')}`,
      `stale  ${path.join('docs', 'reference', 'dialects', 'launch.md')}`,
      'Run the same command without --check, and commit the pages.',
    ]);
    expect(readFileSync(codes, 'utf8')).toBe('old');
  });

  it('accepts Windows line endings', async () => {
    const cwd = writePackage({ rows: { TICKET_CLOSED: '{}' } });
    await runWithFakeIo(['docs', 'dist/codes.js', '--out', '.'], { cwd });
    const page = path.join(cwd, 'codes.md');
    writeFileSync(page, readFileSync(page, 'utf8').replaceAll('\n', '\r\n'));
    expect(await runWithFakeIo(['docs', 'dist/codes.js', '--out', '.', '--check'], { cwd })).toMatchObject({ exit: 0 });
  });

  it('writes a page with every property of the codes of a module', async () => {
    const rows = {
      TICKET_CLOSED: "{ deprecated: { since: '0.1.0', use: 'TICKET_DONE', why: 'a | b' } }",
      TICKET_BARE: "{ kind: 'warning', http: null, reserved: true, message: 'Bare', details: () => z.object({}) }",
    };
    const cwd = writePackage({ rows });
    const { exit, out } = await runWithFakeIo(['docs', 'dist/codes.js', '--out', 'd', '--json'], { cwd });
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ok: true,
      directory: 'd',
      pages: [{ path: 'codes.md', stale: true, written: true }],
    });
    const page = readFileSync(path.join(cwd, 'd', 'codes.md'), 'utf8');
    expect(page).toContain(
      '| [`TICKET_CLOSED`](#ticketsticket_closed) | 409 |  | `change_state` | Ticket is closed *(deprecated)* |',
    );
    expect(page).toContain('| Deprecated | since 0.1.0: a \\| b; use `TICKET_DONE` |');
    expect(page).toContain('| `ticket` | string | always |  |');
    expect(page).toContain('*(warning, reserved)*');
    expect(page).toContain('No details.');
  });

  it('ends with 2 when a module cannot be loaded', async () => {
    expect(await runWithFakeIo(['docs', 'no.js'])).toMatchObject({ exit: 2, err: expect.stringContaining('no.js') });
  });
});
