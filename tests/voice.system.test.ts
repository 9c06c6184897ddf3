import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFiles } from '../scripts/voice/find-files.mjs';
import { findHits, readPassages } from '../scripts/voice/find-hits.mjs';
import { patterns } from '../scripts/voice/patterns.mjs';
import { runVoice } from '../scripts/voice/run-voice.mjs';

const repository = path.resolve(import.meta.dirname, '..');

describe.each(patterns)('the pattern $name', ({ expression, matches, allows, instead }) => {
  it('finds its example, allows the plain one, and says what to write', () => {
    expect(matches).toMatch(expression);
    expect([...allows.matchAll(expression)]).toEqual([]);
    expect(instead).not.toBe('');
  });
});

it('every pattern has its own name', () => {
  expect(new Set(patterns.map(({ name }) => name)).size).toBe(patterns.length);
});

/** The passages of a source as `kind line body`, with the line of the word "here". */
const read = (file: string, ...lines: readonly string[]): readonly string[] =>
  readPassages(file, lines.join('\n')).map(
    ({ kind, body, lineAt }) => `${kind} ${lineAt(body.indexOf('here'))} ${body.trim().replaceAll('\n', '|')}`,
  );

describe('a source', () => {
  it('gives strings, templates and concatenations with their lines', () => {
    expect(
      read(
        'packages/a/src/a.ts',
        "throw new Error('it is here');",
        'const page = `first ${value} line',
        '  ends here`;',
        "const sum = 'one part ' +",
        "  count + ' and here';",
        "const inner = `${list.map(() => 'nested words here')} done`;",
      ).toSorted(),
    ).toEqual([
      'string 1 it is here',
      'string 3 first {} line|ends here',
      'string 5 one part {} and here',
      'string 6 nested words here',
      'string 6 {} done',
    ]);
  });

  it('gives no module names, keys, types or single words', () => {
    expect(
      read(
        'packages/a/src/a.ts',
        "import { a } from 'a module here';",
        "export * from 'another module here';",
        "const lazy = import('a lazy one here');",
        "type Kind = 'a type here';",
        "const object: Record<'b c', 1> = { 'a key here': word['a member here'] };",
        "const word = 'word';",
      ),
    ).toEqual([]);
  });

  it('gives comments as whole sentences without code and directives', () => {
    expect(
      read(
        'packages/a/src/a.ts',
        '/**',
        ' * A sentence with `code` that',
        ' * goes on here.',
        ' *',
        ' * @param {{ readonly a: { b: string } }} value',
        ' */',
        '// oxlint-disable-next-line no-console',
        'a();',
        '// Two lines of one',
        '// sentence here.',
      ),
    ).toEqual([
      'comment 3 A sentence with {} that|goes on here.||@param {} value',
      'comment 10 Two lines of one|sentence here.',
    ]);
  });

  it('gives only comments and titles of a test', () => {
    expect(
      read(
        'packages/a/src/a.test.ts',
        "describe.each(['some data'])('a group %s here', () => {",
        "  it('does this here', () => {",
        "    expect(call('other data')).toBe('a result'); // A reason here.",
        '  });',
        '});',
      ).toSorted(),
    ).toEqual(['comment 3 A reason here.', 'title 1 a group %s here', 'title 2 does this here']);
  });

  it('that does not parse is an error', () => {
    expect(() => read('packages/a/src/a.ts', 'const = ;')).toThrow('packages/a/src/a.ts does not parse');
  });
});

describe('a page', () => {
  it('gives its prose without front matter, code, comments and addresses', () => {
    const [passage] = read(
      'docs/page.md',
      '---',
      'title: whoever',
      '---',
      '# Title',
      '',
      '<!-- a comment -->',
      '```ts',
      "fail('nobody');",
      '```',
      'A [label](whoever.md) and `nobody` **here**.',
    );
    expect(passage).toBe('prose 10 # Title||||||A label and {} here.');
  });
});

describe('the check', () => {
  let root = '';
  const put = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const run = (options: { write?: boolean; list?: readonly string[] } = {}): { code: number; output: string } => {
    const lines: string[] = [];
    const code = runVoice({ root, ...options }, (line) => lines.push(line));
    return { code, output: lines.join('\n') };
  };
  const baseline = (): { counts: Record<string, number> } =>
    JSON.parse(readFileSync(path.join(root, 'scripts/voice/baseline.json'), 'utf8')) as never;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'recourse-voice-'));
    put('README.md', '# Plain words\n');
    put('packages/a/src/a.ts', "throw new Error('this is no address');\n");
    put('scripts/voice/baseline.json', '{"patterns":[],"counts":{}}\n');
    expect(run({ write: true }).code).toBe(0);
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('passes with the counts of the baseline', () => {
    expect(baseline().counts).toEqual({ 'packages/a string is-no': 1 });
    expect(run()).toMatchObject({ code: 0, output: expect.stringMatching(/^is-no +1 +0 +0 +0 +1$/m) as string });
  });

  it('fails on a rise and names area, kind, pattern and line', () => {
    put('packages/b/src/b.ts', "\n// Whoever asks.\nthrow new Error('invalid address');\n");
    const { code, output } = run();
    expect(code).toBe(1);
    expect(output).toContain('packages/b comment whoever: 1, the baseline allows 0. Write instead: name the role');
    expect(output).toContain('packages/b/src/b.ts:2  [whoever] Whoever asks.');
    expect(output).not.toContain('packages/a/src/a.ts');
  });

  it('fails on a rise in one area although another fell', () => {
    put('packages/a/src/a.ts', "throw new Error('invalid address');\n");
    put('packages/b/src/b.ts', "throw new Error('this is no address');\n");
    expect(run().code).toBe(1);
  });

  it('shows only the new lines where git knows them', () => {
    const git = (...words: readonly string[]) =>
      expect(
        spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd: root }).status,
      ).toBe(0);
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    put('packages/a/src/a.ts', "throw new Error('this is no address');\nthrow new Error('that is no number');\n");
    const { code, output } = run();
    expect(code).toBe(1);
    expect(output).toContain('packages/a/src/a.ts:2  [is-no] that is no number');
    expect(output).not.toContain('packages/a/src/a.ts:1 ');
  });

  it('passes on a fall, says so, and lowers the baseline when told to', () => {
    put('packages/a/src/a.ts', "throw new Error('invalid address');\n");
    expect(run()).toMatchObject({ code: 0, output: expect.stringContaining('1 fewer than the baseline') as string });
    expect(baseline().counts).toEqual({ 'packages/a string is-no': 1 });
    expect(run({ write: true }).code).toBe(0);
    expect(baseline().counts).toEqual({});
  });

  it('refuses to raise the baseline', () => {
    put('packages/b/src/b.ts', "throw new Error('this is no number');\n");
    const { code, output } = run({ write: true });
    expect(code).toBe(1);
    expect(output).toContain('string is-no: 2, the baseline allows 1 in all areas.');
    expect(baseline().counts).toEqual({ 'packages/a string is-no': 1 });
  });

  it('writes a baseline for text that moved to another area', () => {
    put('packages/a/src/a.ts', "throw new Error('invalid address');\n");
    put('packages/b/src/b.ts', "throw new Error('this is no address');\n");
    expect(run({ write: true }).code).toBe(0);
    expect(baseline().counts).toEqual({ 'packages/b string is-no': 1 });
  });

  it('lists the matches of a folder and a pattern', () => {
    put('packages/b/src/b.ts', "throw new Error('this is no number, whoever asks');\n");
    expect(run({ list: ['packages/b', 'is-no'] })).toEqual({
      code: 0,
      output: '  packages/b/src/b.ts:1  [is-no] this is no number, whoever asks\n1 matches.',
    });
  });

  it.each([
    ['files', ['README.md', 'packages']],
    ['strings', ['packages']],
    ['pages', ['README.md']],
  ])('fails if it has read no %s', (_, removed) => {
    for (const name of removed) rmSync(path.join(root, name), { recursive: true });
    expect(run()).toMatchObject({ code: 1, output: expect.stringMatching(/^Read \d+ files/) as string });
    expect(run({ write: true }).code).toBe(1);
  });
});

describe('the repository', () => {
  it('has no more matches than scripts/voice/baseline.json allows (npm run voice)', () => {
    const lines: string[] = [];
    const code = runVoice({ root: repository }, (line) => lines.push(line));
    expect(code, lines.join('\n')).toBe(0);
    // It reads the whole repository, which takes most of a minute on a busy machine.
  }, 240_000);

  it('is read in all its parts, and generated pages are not', () => {
    const files = findFiles(repository);
    for (const file of [
      'README.md',
      'packages/contract/README.md',
      'packages/contract/src/index.ts',
      'servers/coverage/README.md',
    ])
      expect(files).toContain(file);
    expect(files.filter((file) => /docs\/reference|node_modules|dist\//.test(file))).toEqual([]);
    const { passages } = findHits(path.join(repository, 'packages', 'contract'));
    expect(Math.min(...Object.values(passages))).toBeGreaterThan(0);
  });
});
