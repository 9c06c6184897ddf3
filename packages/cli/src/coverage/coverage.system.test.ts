import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { coverctl } from '@recourse/contract/dialects/coverctl';
import { createCoverageServer } from '@recourse/server-coverage';
import { afterAll, describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { coverageVerbs } from './options.ts';

const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-coverage-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
  writeFileSync(path.join(cwd, name), text);
};
write('src/sums.js', 'export const add = (a, b) =>\n  a +\n  b +\n  0;\n');
write(
  '.coverctl.yaml',
  'version: 1\nlanguage: javascript\npolicy:\n  domains:\n    - { name: source, match: ["src/**"], min: 60 }\n',
);
write('cover.info', 'SF:src/sums.js\nDA:1,1\nDA:2,0\nDA:3,1\nDA:4,1\nend_of_record\n');

const run = (...words: readonly string[]) =>
  runWithFakeIo(['coverage', ...words], { cwd, environment: { PATH: process.env['PATH'] } });

describe('recourse coverage', () => {
  it('reports that coverage passes, and the profile and policy used', async () => {
    const { exit, out } = await run('check', '--from-profile', '--profile', 'cover.info');
    expect(exit).toBe(0);
    expect(out).toMatch(/^✓ PASS \| 75\.0% overall \| 1\/1 domains passing \| unattested profile\n/);
    expect(out).toContain('  source  75 %  of 60 %  PASS');
    expect(out).toMatch(/Based on .*cover\.info \(\d+ s old, unattested\), policy \.coverctl\.yaml/);
  });

  it.each([
    [
      'does not hold',
      ['check', '--from-profile', '--profile', 'cover.info', '--fail-under', '90'],
      1,
      'OP_BELOW_THRESHOLD',
    ],
    ['was called wrongly', ['check', '--test-args=--rootdir=/tmp'], 2, 'INPUT_REJECTED_DANGEROUS_FLAG'],
    ['leaves the project', ['debt', '--profile', '/etc/passwd'], 2, 'INPUT_REJECTED_PATH_SCOPE'],
    ['lacks what it needs', ['compare'], 2, 'VALIDATION_MISSING_PARAM'],
    ['cannot be judged', ['debt', '--profile', 'none.info'], 3, 'OP_PROFILE_MISSING'],
    ['cannot be done', ['init'], 3, 'OP_CONFIG_EXISTS'],
  ])('ends with its own exit code where it %s', async (_, words, exit, code) => {
    const answer = await run(...words);
    expect(answer.exit).toBe(exit);
    expect(answer.out).toContain(`✗ ${code}  `);
    expect(answer.out).toContain('→ ');
  });

  it('words hints as terminal commands', async () => {
    const compare = await run('compare');
    expect(compare.out).toContain("Missing required parameter '--base-profile'");
    expect(compare.out).toContain("with '--base-profile' set");
    const debt = await run('debt', '--profile', 'none.info');
    expect(debt.out).toContain('→ Run recourse coverage check without --from-profile');
  });

  it('reports progress every second on a terminal, every ten seconds in a log', async () => {
    const words = ['coverage', 'check', '--from-profile', '--profile', 'cover.info'];
    const environment = { PATH: process.env['PATH'] };
    const clock = (stepMs: number): (() => number) => {
      let now = Date.now();
      return () => (now += stepMs);
    };
    const terminal = await runWithFakeIo(words, { cwd, environment, columns: 30, now: clock(1000) });
    expect(terminal.err).toMatch(/^\d+ s {2}Reading cover\.info$/m);
    expect(terminal.err).toMatch(/^\d+ s {2}Read 1 of 1 sources$/m);
    const log = await runWithFakeIo(words, { cwd, environment, now: clock(1000) });
    expect(log.err).toBe('');
    const slow = await runWithFakeIo(words, { cwd, environment, now: clock(11_000) });
    expect(slow.err).toMatch(/^\d+ s {2}Read 1 of 1 sources$/m);
  });

  it('writes a new policy and shows its domains', async () => {
    const { exit, out } = await run('init', '--config-path', 'new.yaml', '--language', 'javascript');
    expect(exit).toBe(0);
    expect(out).toBe(
      '✓ Wrote new.yaml with 1 domain\n  src  80 %\n\n→ Review the domains and minimums, then run recourse coverage check.',
    );
  });

  it('answers with one document in the form of the contract', async () => {
    const { exit, out } = await run('debt', '--profile', 'none.info', '--json');
    expect(exit).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ passed: false, error_code: 'OP_PROFILE_MISSING' });
  });

  it('writes the badge to --output', async () => {
    const { exit, out } = await run('badge', '--profile', 'cover.info', '--output', 'badge.svg');
    expect(exit).toBe(0);
    expect(out).toContain('Written: badge.svg');
    expect(readFileSync(path.join(cwd, 'badge.svg'), 'utf8')).toContain('75.0%');
  });

  it.each([
    [['check', '--nothing'], "Unknown option '--nothing'"],
    [['check', 'here'], "Unexpected 'here'"],
    [
      ['check', '--test-args', '--bail'],
      '--test-args needs a value; if it begins with a hyphen, write --test-args=-x.',
    ],
    [['check', '--fail-under', 'much'], "--fail-under must be a number, not 'much'"],
  ])('says what is wrong with %j', async (words, message) => {
    const { exit, err } = await run(...words);
    expect(exit).toBe(2);
    expect(err).toContain(message);
  });

  it('attests the profile of its own run in another process, until a source changes', async () => {
    const name = path.basename(mkdtempSync(path.join(cwd, 'attested-')));
    write(`${name}/package.json`, '{"name":"sums","type":"module","scripts":{"test":"node --test"}}');
    write(`${name}/src/sums.js`, 'export const add = (a, b) => a + b;\n');
    write(
      `${name}/test/a.test.js`,
      "import test from 'node:test';\nimport { add } from '../src/sums.js';\ntest('a', () => void add(1, 2));\n",
    );
    expect((await run('check', '--root', name)).exit).toBe(0);
    const known = await run('report', '--root', name, '--json');
    expect(JSON.parse(known.out)).toMatchObject({ provenance: { profiles: [{ attested: true }] } });
    expect(known.err).toBe('');
    const { path: profile } = JSON.parse(known.out).provenance.profiles[0] as { path: string };
    write(`${name}/src/sums.js`, 'export const add = (a, b) => b + a;\n');
    utimesSync(path.join(cwd, name, profile), new Date(), new Date(Date.now() + 5000));
    const changed = await run('report', '--root', name);
    expect(changed.out).toContain('| unattested profile');
    expect(changed.out).toContain('! OP_ATTESTATION_MISSING');
  });

  it('still checks coverage if its state cannot be stored, and warns', async () => {
    const name = path.basename(mkdtempSync(path.join(cwd, 'broken-')));
    write(`${name}/recourse.config.json`, '{');
    // The profile comes last: one that is older than its sources is stale.
    for (const file of ['src/sums.js', '.coverctl.yaml', 'cover.info']) {
      write(`${name}/${file}`, readFileSync(path.join(cwd, file), 'utf8'));
    }
    const { exit, err } = await runWithFakeIo(['coverage', 'check', '--from-profile', '--profile', 'cover.info'], {
      cwd: path.join(cwd, name),
      environment: { PATH: process.env['PATH'] },
    });
    expect(exit).toBe(0);
    expect(err).toContain('recourse: attestations cannot be stored');
  });

  it('prints what the README of the server shows', async () => {
    const project = mkdtempSync(path.join(cwd, 'readme-'));
    const files = {
      'package.json': '{"name":"sums","type":"module","scripts":{"test":"node --test"}}',
      'src/sums.js':
        'export const add = (a, b) => a + b;\nexport const subtract = (a, b) => {\n  const c = a - b;\n  return c;\n};\n',
      'test/sums.test.js':
        "import test from 'node:test';\nimport { add } from '../src/sums.js';\ntest('adds', () => void add(1, 2));\n",
    };
    for (const [name, text] of Object.entries(files)) write(path.join(path.basename(project), name), text);
    const { out, exit } = await run('check', '--root', project);
    const readme = readFileSync(path.resolve(import.meta.dirname, '../../../../servers/coverage/README.md'), 'utf8');
    const shown = /\$ recourse coverage check\n([\s\S]*?)\n```/.exec(readme)?.[1];
    expect(exit).toBe(1);
    expect(out.slice(0, out.indexOf('\n\nBased on'))).toBe(shown);

    const made = 'SF:src/sums.js\nDA:1,1\nDA:2,1\nDA:3,1\nDA:4,1\nDA:5,1\nend_of_record\n';
    write(path.join(path.basename(project), 'made-up.info'), made);
    const profile = ['--from-profile', '--profile', 'made-up.info'];
    const unattested = await run('check', '--root', project, ...profile);
    const marked = /\$ recourse coverage check --from-profile --profile made-up\.info\n([\s\S]*?)\n```/.exec(
      readme,
    )?.[1];
    expect(unattested.exit).toBe(0);
    expect(unattested.out.slice(0, unattested.out.indexOf('\n\nBased on'))).toBe(marked);

    const outcome = await createCoverageServer({ root: project, environment: {} }).call({
      tool: 'check',
      arguments: { fromProfile: true, profile: 'made-up.info' },
      caller: { transport: 'in-process', local: true },
    });
    const { recourse: _, ...refusal } = coverctl.render(outcome);
    expect(refusal).toEqual(
      JSON.parse(/<!-- refusal: made-up\.info -->\s*```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''),
    );
  });

  it('has exactly the tools of the server, with exactly their fields', async () => {
    const tools = await createCoverageServer({ root: cwd, environment: {} }).listTools();
    const offered = tools.map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema['properties'] ?? {}).toSorted(),
    ]);
    const known = coverageVerbs.map(({ tool, options }) => [tool, options.map(({ field }) => field).toSorted()]);
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(offered));
  });
});
