import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors/operator-error.ts';
import { help } from './help/lint.ts';
import { run as runLint } from './lint.ts';
import { registry, withSources } from '../lint/testing/lint-sources.ts';
import type { Sources } from '../lint/testing/lint-sources.ts';

const run = (sources: Sources, given: readonly string[], colours = false) =>
  withSources(sources, async (cwd) => {
    const out: string[] = [];
    const err: string[] = [];
    const io = {
      out: (text: string) => void out.push(text),
      err: (text: string) => void err.push(text),
      cwd,
      colours,
      environment: {},
    };
    const exitCode = await runLint(given, io);
    return { exitCode, out: out.join('\n'), err: err.join('\n') };
  });

const clean: Sources = {
  'src/codes.ts': registry('OUT_OF_STOCK: {}'),
  'src/order.ts': `import './codes.ts';\nfail('OUT_OF_STOCK');\n`,
};
const broken: Sources = {
  ...clean,
  'src/pay.ts': `import './codes.ts';\nfail('OUT_OF_STOK');\nfail(code);\nfail('NOT_THERE_AT_ALL_X');\n`,
  'src/wrong.ts': `const = 1;\n`,
};

describe('recourse lint', () => {
  it('exits with 0 and reports the files that it read', async () => {
    expect(await run(clean, ['src'])).toEqual({
      exitCode: 0,
      out: '2 files, 1 declared code, 1 produced code: no findings',
      err: '',
    });
  });

  it('shows findings by file, with hints', async () => {
    const { exitCode, out, err } = await run(broken, []);
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: '' });
    expect(out).toBe(`src/pay.ts:2:6  unregistered-code  No registry declares OUT_OF_STOK.
    Declare it with defineCodes, or also scan the directory that declares it. Did you mean OUT_OF_STOCK?
src/pay.ts:4:6  unregistered-code  No registry declares NOT_THERE_AT_ALL_X.
    Declare it with defineCodes, or also scan the directory that declares it.

src/wrong.ts:1:7  parse-error  Unexpected token
    Fix the problem, or move the source to a folder that is not scanned.

4 files, 1 declared code, 3 produced codes: 3 findings
1 note on codes known only at run time; --json lists them.`);
  });

  it('uses colours only on a terminal, and prints the same text', async () => {
    const plain = await run(broken, []);
    const coloured = await run(broken, [], true);
    expect(plain.out).not.toContain('\u001B');
    expect(coloured.out).toContain('\u001B');
    expect(stripVTControlCharacters(coloured.out)).toBe(plain.out);
  });

  it('writes one document with --json', async () => {
    const { exitCode, out, err } = await run(broken, ['--json', 'src']);
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: '' });
    const document: unknown = JSON.parse(out);
    expect(document).toEqual({
      files: 4,
      codes: { declared: 1, produced: 3 },
      findings: [
        expect.objectContaining({
          rule: 'unregistered-code',
          file: 'src/pay.ts',
          line: 2,
          column: 6,
          code: 'OUT_OF_STOK',
        }),
        expect.objectContaining({ rule: 'unregistered-code', line: 4, code: 'NOT_THERE_AT_ALL_X' }),
        {
          rule: 'parse-error',
          file: 'src/wrong.ts',
          line: 1,
          column: 7,
          code: null,
          message: 'Unexpected token',
          hint: 'Fix the problem, or move the source to a folder that is not scanned.',
        },
      ],
      notes: [expect.objectContaining({ rule: 'dynamic-code', file: 'src/pay.ts', line: 3, column: 6 })],
    });
  });

  it('gives the same result every time', async () => {
    expect(await run(broken, ['--json'])).toEqual(await run(broken, ['--json']));
  });

  it('shows paths relative to the working directory, even outside it', async () => {
    await withSources({ 'here/a.txt': '', 'there/a.ts': `fail('NOPE_A');` }, async (directory) => {
      let out = '';
      const io = {
        out: (text: string) => void (out += text),
        err: () => {},
        cwd: `${directory}/here`,
        colours: false,
        environment: {},
      };
      await runLint(['../there'], io);
      expect(out).toContain('../there/a.ts:1:6  unregistered-code');
    });
  });

  it('escapes terminal control sequences', async () => {
    const { out } = await run({ 'a\u001B[31m.ts': `fail('NOPE_A');` }, []);
    expect(out).toContain(String.raw`a\u{1b}[31m.ts:1:6`);
    expect(out).not.toContain('\u001B');
  });

  it.each([
    [['--jsn'], /Unknown option '--jsn'.*--json/],
    [['nowhere'], /There is no directory 'nowhere'/],
    [['src', 'src/order.ts'], /'src\/order\.ts' is a file/],
  ])('refuses %j', async (given, message) => {
    const failed = run(clean, given);
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(message);
  });

  it('names every rule in its help', async () => {
    const { rules } = await import('../lint/rules/index.ts');
    for (const { id } of rules) expect(help).toContain(`  ${id} `);
  });
});
