import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder, writePackage } from '../testing/write-package.ts';

const facts = [
  'namespace',
  'code',
  'kind',
  'category',
  'http',
  'retryable',
  'recovery',
  'message',
  'summary',
  'hint',
  'details',
  'since',
  'deprecated',
  'reserved',
  'jsonrpc',
];

interface Listing {
  readonly codes: readonly Readonly<Record<string, unknown>>[];
}

const listing = async (...more: readonly string[]): Promise<Listing> => {
  const { exit, out, err } = await runWithFakeIo(['codes', '--json', ...more]);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  const parsed: Listing = JSON.parse(out);
  return parsed;
};

describe('recourse codes', () => {
  it('lists every code with all its properties in one JSON document', async () => {
    const { codes } = await listing();
    expect(codes.length).toBeGreaterThan(150);
    for (const code of codes) expect(Object.keys(code)).toEqual(facts);
    expect(new Set(codes.map(({ namespace }) => namespace))).toEqual(
      new Set([null, 'client', 'coverage', 'github', 'launch', 'runs', 'stage', 'cli']),
    );
  });

  it('has all eight numbers of the JSON-RPC contract', async () => {
    const { codes } = await listing();
    const numbers = new Set(codes.map(({ jsonrpc }) => jsonrpc).filter((number) => number !== null));
    expect(numbers).toEqual(new Set([-32602, -32001, -32002, -32003, -32004, -32005, -32006, -32603]));
  });

  it.each(['core', 'coverage', 'github', 'launch', 'runs', 'stage'])('lists one namespace: %s', async (namespace) => {
    const { codes } = await listing('--namespace', namespace);
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes.map((code) => code['namespace'] ?? 'core'))).toEqual(new Set([namespace]));
  });

  it('shows one line for each code, and explains the marks', async () => {
    const { codes } = await listing('--namespace', 'github');
    const { exit, out } = await runWithFakeIo(['codes', '--namespace', 'github']);
    expect(exit).toBe(0);
    expect(out.split('\n')[0]).toBe(`github, ${codes.length} codes`);
    expect(out).toMatch(
      /^. PR_NOT_MERGEABLE +405 +- +change_state +Pull request cannot be merged in its current state$/m,
    );
    expect(out).toContain("'recourse explain CODE' shows the details of a code.");
  });

  it('truncates lines on a terminal only', async () => {
    const wide = await runWithFakeIo(['codes']);
    const narrow = await runWithFakeIo(['codes'], { columns: 60 });
    expect(Math.max(...wide.out.split('\n').map((line) => line.length))).toBeGreaterThan(80);
    expect(Math.max(...narrow.out.split('\n').map((line) => line.length))).toBe(60);
  });

  it('uses colours only on a terminal', async () => {
    expect((await runWithFakeIo(['codes'])).out).not.toContain('\u001b');
    expect((await runWithFakeIo(['codes'], { colours: true })).out).toContain('\u001b[1m');
  });

  it('writes the page of one namespace as Markdown', async () => {
    const { out } = await runWithFakeIo(['codes', '--namespace', 'github', '--markdown']);
    expect(out).toMatch(/^# Error codes$/m);
    expect(out).toContain('| [`PR_NOT_MERGEABLE`](#githubpr_not_mergeable) | 405 |');
    expect(out).toMatch(/^### github:PR_NOT_MERGEABLE$/m);
  });

  it('lists the codes of a module, also by namespace', async () => {
    const cwd = writePackage({
      rows: { TICKET_CLOSED: '{}', TICKET_OLD: "{ deprecated: { since: '0.1.0', why: 'x' } }" },
    });
    const { out } = await runWithFakeIo(['codes', 'dist/codes.js'], { cwd });
    expect(out).toMatch(/^tickets, 2 codes$/m);
    expect(out).toMatch(/^! TICKET_OLD/m);
    expect(out).toMatch(/^! deprecated$/m);
    const chosen = await runWithFakeIo(['codes', 'dist/codes.js', '--namespace', 'tickets', '--json'], { cwd });
    expect(JSON.parse(chosen.out)).toMatchObject({ codes: [{ code: 'TICKET_CLOSED' }, { code: 'TICKET_OLD' }] });
    const core = await runWithFakeIo(['codes', 'dist/codes.js', '--namespace', 'core'], { cwd });
    expect(core.out).toMatch(/^core, /m);
  });
});

describe('recourse codes ends with 2', () => {
  it.each([
    [['--namespace', 'gihub'], "There is no namespace 'gihub'. Did you mean github?"],
    [
      ['--namespace', 'zzz'],
      "There is no namespace 'zzz'. Use core, client, coverage, github, launch, runs, stage or cli.",
    ],
    [['--json', '--markdown'], 'Use either --json or --markdown, not both.'],
    [['chekc'], "There is no command 'codes chekc'. Did you mean check?"],
    [['./nothing.js'], "There is no module 'nothing.js' here."],
  ])('for %j', async (commandLine, message) => {
    const { exit, out, err } = await runWithFakeIo(['codes', ...commandLine]);
    expect(exit).toBe(2);
    expect(err).toContain(`recourse: ${message}`);
    if (!commandLine.includes('--json')) expect(out).toBe('');
    else expect(JSON.parse(out)).toMatchObject({ ok: false, code: 'COMMAND_LINE_INVALID', message });
  });

  it.each([
    ['throws.js', "throw new Error('no database');", 'Cannot load throws.js: no database'],
    ['broken.js', 'export const = 1;', 'Cannot load broken.js: '],
    [
      'empty.js',
      "export const name = 'x'; export const set = { namespace: 1, definitions: {} };",
      'empty.js exports no codes',
    ],
    [
      'refused.js',
      "throw new TypeError('These codes cannot be defined:\\n- A: bad\\n- B: worse');",
      'Cannot load refused.js: These codes cannot be defined: A: bad B: worse',
    ],
  ])('for a module that cannot be used: %s', async (name, text, message) => {
    const cwd = writeFolder({ 'package.json': '{ "type": "module" }', [name]: text });
    const { exit, out, err } = await runWithFakeIo(['codes', name], { cwd });
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(message);
    expect(err.split('\n')).toHaveLength(3);
  });
});
