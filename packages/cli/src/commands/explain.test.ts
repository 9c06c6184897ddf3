import type { CodeSet } from '@recourse/contract';
import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { locales } from '@recourse/contract/localisation';
import { describe, expect, it } from 'vitest';
import { knownSets, nameOfSet } from '../registries/known-sets.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writePackage } from '../testing/write-package.ts';
import { help } from './help/explain.ts';

const everyCode = knownSets.flatMap((set: CodeSet) =>
  Object.keys(set.definitions).map((code) => `${nameOfSet(set)}:${code}`),
);

describe('recourse explain', () => {
  it('names every dialect and every language in its help', () => {
    const [, dialects = ''] = /--dialect D +(.*?) \(default/su.exec(help) ?? [];
    expect(dialects.split(/[\s,]+/u)).toEqual([...dialectNames]);
    const [, languages = ''] = /--locale L .*: (.*)$/mu.exec(help) ?? [];
    expect(languages.split(', ')).toEqual([...locales]);
  });

  it('shows the meaning of a code, what to do and its wire format', async () => {
    const { exit, out, err } = await runWithFakeIo(['explain', 'RATE_LIMIT_EXCEEDED']);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toMatch(/^RATE_LIMIT_EXCEEDED {2}core · error · rate_limit\nRate limit reached$/m);
    expect(out).toMatch(/^Message {3}API rate limit exceeded$/m);
    expect(out).toMatch(
      /^Hint {6}Repeat the same call after \{retry_after_seconds\} s\.\n {10}or: Repeat the same call/m,
    );
    expect(out).toMatch(/^Recovery {2}wait: make the same call again after the time that the response gives\.$/m);
    expect(out).toMatch(/^Retry {5}yes/m);
    expect(out).toMatch(/^HTTP {6}429$/m);
    expect(out).toMatch(/^JSON-RPC {2}-32004$/m);
    expect(out).toMatch(/^ {2}window +string +if known +second, minute, hour, day or month$/m);
    expect(out).toContain('Example in the recourse dialect\n{\n  "ok": false,\n  "code": "RATE_LIMIT_EXCEEDED"');
  });

  it('stays within 80 columns, except for the example', async () => {
    for (const code of everyCode) {
      const { out } = await runWithFakeIo(['explain', code]);
      const page = out.slice(0, out.indexOf('\nExample in'));
      expect(page.split('\n').filter((line) => line.length > 80)).toEqual([]);
    }
  });

  it.each(['NOT_FOUND', 'not_found', 'Not-Found', 'github:NOT_FOUND', 'github.not_found', 'GitHub:not_found'])(
    'understands %s',
    async (name) => {
      const { exit, out } = await runWithFakeIo(['explain', name]);
      expect(exit).toBe(0);
      expect(out).toMatch(/^NOT_FOUND {2}github/);
    },
  );

  it('shows the code that a dialect uses for it', async () => {
    const { out } = await runWithFakeIo(['explain', 'RATE_LIMIT_EXCEEDED', '--dialect', 'launch']);
    expect(out).toContain('Example in the launch dialect, which shows the code as RATE_LIMITED');
  });

  it('shows a warning on a success, and a report inside one', async () => {
    const warning = await runWithFakeIo(['explain', 'RATE_LIMIT_QUOTA_WARNING', '--json']);
    expect(JSON.parse(warning.out)).toMatchObject({ ok: true, warnings: [{ code: 'RATE_LIMIT_QUOTA_WARNING' }] });
    const report = await runWithFakeIo(['explain', 'GATE_FAILED', '--dialect', 'launch', '--json']);
    expect(JSON.parse(report.out)).toMatchObject({ ok: true, report: { ok: false, code: 'GATE_FAILED' } });
    expect((await runWithFakeIo(['explain', 'GATE_FAILED'])).out).toMatch(/^HTTP {6}none/m);
  });

  it('reports a deprecated code and its replacement', async () => {
    const rows = { TICKET_GONE: "{ deprecated: { since: '0.2.0', use: 'TICKET_CLOSED', why: 'closed says more' } }" };
    const cwd = writePackage({ rows });
    const { out } = await runWithFakeIo(['explain', 'TICKET_GONE'], { cwd });
    expect(out).toMatch(/^Obsolete {2}since 0\.2\.0: closed says more\. Use TICKET_CLOSED\.$/m);
  });

  it('explains the codes that the package in this folder declares', async () => {
    const cwd = writePackage({ rows: { TICKET_CLOSED: '{}' } });
    const { exit, out } = await runWithFakeIo(['explain', 'ticket_closed'], { cwd });
    expect(exit).toBe(0);
    expect(out).toMatch(/^TICKET_CLOSED {2}tickets · error · conflict/);
  });
});

describe('recourse explain --json', () => {
  it.each(dialectNames)('is the example alone, readable, for every code in %s', async (name) => {
    const dialect = await loadDialect(name);
    for (const code of everyCode) {
      const { exit, out, err } = await runWithFakeIo(['explain', code, '--dialect', name, '--json']);
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      const outcome = dialect.parse(JSON.parse(out));
      // A sample that does not fit its schema would come back as INTERNAL_ERROR.
      if (outcome && !outcome.ok) expect(`${outcome.namespace ?? 'core'}:${outcome.code}`).toBe(code);
      else expect(outcome).toBeDefined();
    }
  });

  it('is the same every time', async () => {
    const once = await runWithFakeIo(['explain', 'CONFIRMATION_REQUIRED', '--json']);
    expect(await runWithFakeIo(['explain', 'CONFIRMATION_REQUIRED', '--json'])).toEqual(once);
  });

  it('fills in every message and hint, so no example has a placeholder', async () => {
    for (const code of everyCode) {
      const { out } = await runWithFakeIo(['explain', code, '--dialect', 'coverctl', '--json']);
      const { error = '', summary = '', remediation = '' }: Record<string, string> = JSON.parse(out);
      expect(`${error} ${summary} ${remediation}`).not.toMatch(/\{[a-z_]+\}/);
    }
  });
});

describe('recourse explain --locale', () => {
  it('uses the language of the catalogue, in the page and on the wire', async () => {
    const { out, err } = await runWithFakeIo(['explain', 'VALIDATION_MISSING_PARAM', '--locale', 'es-MX']);
    expect(err).toBe('');
    expect(out).toMatch(/^Message {3}Faltan los parámetros requeridos: '\{missing_params\}'$/m);
    expect(out).toMatch(/^ +or: Falta el parámetro requerido: '\{param_name\}'$/m);
    expect(out).toContain(`"error": "Faltan los parámetros requeridos: 'title', 'body'"`);
  });

  it('translates warnings too', async () => {
    const english = await runWithFakeIo(['explain', 'RATE_LIMIT_QUOTA_WARNING', '--json']);
    const spanish = await runWithFakeIo(['explain', 'RATE_LIMIT_QUOTA_WARNING', '--json', '--locale', 'es']);
    expect(spanish.out).not.toBe(english.out);
  });

  it('falls back to English and reports it on stderr', async () => {
    const { exit, out, err } = await runWithFakeIo(['explain', 'INTERNAL_ERROR', '--locale', 'tlh', '--json']);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(err).toBe("recourse: No translation for 'tlh' (available: en, es); shown in English.");
    const other = await runWithFakeIo(['explain', 'PR_NOT_MERGEABLE', '--locale', 'es']);
    expect(other.err).toBe("recourse: The codes of github are not translated into 'es' yet; shown in English.");
  });
});

describe('recourse explain with a number', () => {
  it('lists what the number can mean', async () => {
    const { exit, out } = await runWithFakeIo(['explain', '-32006']);
    expect(exit).toBe(0);
    expect(out).toContain('This number maps to one code.');
    expect(out).toMatch(/^ {2}github:HEAD_SHA_MISMATCH {2}Head of the pull request has moved$/m);
    const several = await runWithFakeIo(['explain', '-32001']);
    expect(several.out).toMatch(/This number maps to \d+ codes; error\.data\.code has the actual one\./);
  });

  it('answers in one JSON document', async () => {
    const { out } = await runWithFakeIo(['explain', '-32006', '--json']);
    expect(JSON.parse(out)).toMatchObject({ jsonrpc: -32006, codes: [{ code: 'HEAD_SHA_MISMATCH' }] });
  });

  it('exits with 1 for a number that is never used', async () => {
    const { exit, out, err } = await runWithFakeIo(['explain', '-32042', '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ ok: false, unknown: -32042 });
    expect(err).toContain('The jsonrpc dialect does not use -32042. It uses these numbers: -32001, -32002');
  });
});

describe('recourse explain ends with 1', () => {
  it('for an unknown code, and names the nearest', async () => {
    const { exit, out, err } = await runWithFakeIo(['explain', 'NOT_FOUND_RESORCE']);
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toContain("There is no code 'NOT_FOUND_RESORCE'. Did you mean NOT_FOUND_RESOURCE or github:NOT_FOUND?");
  });

  it('for an unknown code, in one JSON document', async () => {
    const { exit, out } = await runWithFakeIo(['explain', 'PR_NOT_MERGABLE', '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toEqual({ ok: false, unknown: 'PR_NOT_MERGABLE', similar: ['github:PR_NOT_MERGEABLE'] });
  });

  it('for a code of another namespace, and for a name that resembles no code', async () => {
    expect(await runWithFakeIo(['explain', 'launch:PR_NOT_MERGEABLE'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('Did you mean github:PR_NOT_MERGEABLE?'),
    });
    const { exit, err } = await runWithFakeIo(['explain', 'XYZZY'], { cwd: writePackage({ rows: {} }) });
    expect(exit).toBe(1);
    expect(err).toBe("recourse: There is no code 'XYZZY'.\n'recourse codes' lists all codes.");
  });

  it('and says why the codes of this package could not be read', async () => {
    const cwd = writePackage({ rows: {}, files: { 'dist/codes.js': "throw new Error('no database');" } });
    const { exit, err } = await runWithFakeIo(['explain', 'TICKET_CLOSED'], { cwd });
    expect(exit).toBe(1);
    expect(err).toContain(`codes.js: no database`);
  });
});

describe('recourse explain ends with 2', () => {
  it.each([
    [[], 'Specify a code, as in'],
    [['A', 'B'], 'Specify one code, not 2.'],
    [['INTERNAL_ERROR', '--dialect', 'stagwright'], "There is no dialect 'stagwright'. Did you mean stagewright?"],
    [['INTERNAL_ERROR', '--dialect', 'xml'], "There is no dialect 'xml'. Use recourse, coverctl, launch"],
  ])('for %j', async (commandLine, message) => {
    const { exit, out, err } = await runWithFakeIo(['explain', ...commandLine]);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(message);
  });

  it('for a code of several namespaces, and names them', async () => {
    const one = writePackage({ rows: { TICKET_CLOSED: '{}' } });
    const two = writePackage({ rows: { TICKET_CLOSED: '{}' }, namespace: 'orders' });
    const cwd = writePackage({
      rows: {},
      files: {
        'package.json': JSON.stringify({
          type: 'module',
          recourse: { codes: { [`${one}/dist/codes.js`]: 'a.json', [`${two}/dist/codes.js`]: 'b.json' } },
        }),
      },
    });
    expect(await runWithFakeIo(['explain', 'TICKET_CLOSED'], { cwd })).toMatchObject({
      exit: 2,
      err: expect.stringContaining('specify tickets:TICKET_CLOSED or orders:TICKET_CLOSED.'),
    });
  });
});
