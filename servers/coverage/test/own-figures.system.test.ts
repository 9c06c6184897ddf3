import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, describe, expect, it } from 'vitest';
import { findRunner } from '../src/running/index.ts';
import { createTestProject } from '../src/running/testing/create-project.ts';
import type { TestProject } from '../src/running/testing/create-project.ts';
import { answerOf, serverOf } from './world.ts';

const run = promisify(execFile);
const runners = path.resolve(import.meta.dirname, '../../../tests/runners/node_modules');
const made: TestProject[] = [];
afterAll(async () => {
  await Promise.all(made.map((project) => project.remove()));
});

type Files = Readonly<Record<string, string>>;

/** A runner, real sources for it, and how its own tool prints their coverage. */
interface Figures {
  readonly runner: string;
  readonly sources: readonly string[];
  readonly files: (source: string) => Promise<Files> | Files;
  /** Words of the tool's run that writes the profile and prints the figures. */
  readonly words: (root: string) => Promise<readonly [string, ...string[]]> | readonly [string, ...string[]];
  /** Words of a second program that prints the figures of the profile, where the first does not. */
  readonly print?: readonly [string, ...string[]];
  readonly profile?: string;
  readonly read: (output: string) => Readonly<Record<string, string>>;
}

/** Calls whatever a real package exports, so that a part of it runs. */
const call = (load: string): string =>
  `${load}\nfor (const each of [subject, subject?.default, ...Object.values(subject ?? {})]) {\n  for (const words of [['a-b_c', 'b'], ['{a}{b}', '{', '}'], [{ a: 1 }, { b: 2 }]]) {\n    try {\n      const given = typeof each === 'function' ? each(...words) : undefined;\n      if (typeof given?.[Symbol.iterator] === 'function') [...given];\n    } catch {}\n  }\n}\n`;
const common = call("const subject = require('../src/subject.cjs');");

/** The last row of Istanbul's table: statements, branches, functions, lines. */
const readTable = (output: string): Readonly<Record<string, string>> => {
  const [, statements = '', branches = '', functions = '', lines = ''] =
    /^All files\s*\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|/m.exec(output.replaceAll(/\u001B\[[0-9;]*m/g, '')) ?? [];
  return Object.fromEntries(
    Object.entries({ statements, branches, functions, lines }).map(([name, share]) => [name, `${share.trim()}%`]),
  );
};

const packageFile = (type: string): string => JSON.stringify({ name: 'figures', type });
const commonSources = ['camelcase/index.js', 'dedent/dist/dedent.js', 'deepmerge/dist/cjs.js'];
const sourceOf = (source: string): string => readFileSync(path.join(runners, source), 'utf8');
const bin = (name: string, file: string): string => path.join(runners, name, file);
const nodeTest = `require('node:test')('runs', () => {\n${common}});\n`;

const tables: readonly Figures[] = [
  {
    runner: 'go',
    sources: ['text/tabwriter', 'encoding/csv', 'container/heap'],
    files: async (source) => {
      const { stdout } = await run('go', ['env', 'GOROOT']);
      const folder = path.join(stdout.trim(), 'src', source);
      // Examples run nearly everything: with them alone, the share is not 100.
      const names = readdirSync(folder).filter((name) => /(?<!_test)\.go$|example.*_test\.go$/.test(name));
      return {
        'go.mod': 'module example.com/figures\n\ngo 1.19\n',
        ...Object.fromEntries(
          names.map((name) => [
            `subject/${name}`,
            readFileSync(path.join(folder, name), 'utf8').replace(`"${source}"`, '"example.com/figures/subject"'),
          ]),
        ),
      };
    },
    words: () => ['go', 'test', '-coverprofile=cover.out', './...'],
    print: ['go', 'tool', 'cover', '-func=cover.out'],
    profile: 'cover.out',
    read: (output) => ({ statements: /^total:\s+\(statements\)\s+(\S+)$/m.exec(output)?.[1] ?? '' }),
  },
  {
    runner: 'pytest',
    sources: ['textwrap', 'shlex', 'fnmatch'],
    files: async (source) => {
      const { stdout } = await run('python3', ['-c', `import ${source}; print(${source}.__file__)`]);
      return {
        'pyproject.toml': '[project]\nname = "figures"\n',
        'src/subject.py': readFileSync(stdout.trim(), 'utf8'),
        'tests/test_subject.py':
          'import sys\nsys.path.insert(0, "src")\nimport subject\n\n\ndef test_calls():\n    for name in subject.__all__:\n        try:\n            list(getattr(subject, name)("a b c*", "a*"))\n        except Exception:\n            pass\n',
      };
    },
    words: async (root) => {
      const found = await findRunner(root);
      if ('code' in found) throw new Error(JSON.stringify(found));
      return [found.command, ...found.base, '--cov=src', '--cov-report=term', '--cov-report=xml:cover.xml'];
    },
    profile: 'cover.xml',
    read: (output) => ({ lines: /^TOTAL\s.*\s(\d+%)$/m.exec(output)?.[1] ?? '' }),
  },
  ...(['nyc', 'c8'] as const).map((runner): Figures => ({
    runner,
    sources: commonSources,
    files: (source) => ({
      'package.json': packageFile('commonjs'),
      'src/subject.cjs': sourceOf(source),
      'test/a.test.cjs': common,
    }),
    words: () => [
      process.execPath,
      bin(runner, runner === 'c8' ? 'bin/c8.js' : 'bin/nyc.js'),
      ...(runner === 'nyc' ? ['--extension=.cjs'] : []),
      '--reporter=text',
      '--reporter=json',
      '--reporter=lcovonly',
      process.execPath,
      'test/a.test.cjs',
    ],
    profile: 'coverage/coverage-final.json',
    read: readTable,
  })),
  {
    runner: 'jest',
    sources: commonSources,
    files: (source) => ({
      'package.json': packageFile('commonjs'),
      'src/subject.cjs': sourceOf(source),
      'test/a.test.js': `test('runs', () => {\n${common}});\n`,
    }),
    words: () => [
      process.execPath,
      bin('jest', 'bin/jest.js'),
      '--coverage',
      '--coverageReporters=text',
      '--coverageReporters=json',
    ],
    profile: 'coverage/coverage-final.json',
    read: readTable,
  },
  {
    runner: 'vitest',
    sources: ['js-tokens/index.js', 'yargs-parser/build/lib/string-utils.js', 'balanced-match/dist/esm/index.js'],
    files: (source) => ({
      'package.json': packageFile('module'),
      'src/subject.js': sourceOf(source),
      'test/a.test.js': `import { test } from 'vitest';\nimport * as subject from '../src/subject.js';\ntest('runs', () => {\n${call('')}});\n`,
    }),
    words: () => [
      process.execPath,
      bin('vitest', 'vitest.mjs'),
      'run',
      '--coverage.enabled',
      '--coverage.reporter=text',
      '--coverage.reporter=json',
    ],
    profile: 'coverage/coverage-final.json',
    read: readTable,
  },
  {
    runner: 'node-test',
    sources: commonSources,
    files: (source) => ({
      'package.json': packageFile('commonjs'),
      'src/subject.cjs': sourceOf(source),
      'test/a.test.cjs': nodeTest,
    }),
    words: () => [process.execPath, '--test', '--experimental-test-coverage', '--test-reporter=spec'],
    read: (output) => {
      const [, lines = '', branches = '', functions = ''] =
        /all files?\s*\|\s*([\d.]+)\s*\|\s*([\d.]+)\s*\|\s*([\d.]+)/.exec(output) ?? [];
      return { lines: `${lines}%`, branches: `${branches}%`, functions: `${functions}%` };
    },
  },
];

const policyOf = (metric?: string): string =>
  `version: 1\n${metric === undefined ? '' : `metric: ${metric}\n`}policy:\n  domains:\n    - { name: all, match: ["**", "test/**"], min: 0 }\n`;

/** Runs the tool and reads the figures it prints, by metric. */
const printedBy = async ({ words, print, read }: Figures, root: string): Promise<Readonly<Record<string, string>>> => {
  const [program, ...rest] = await words(root);
  const options = { cwd: root, env: { ...process.env, FORCE_COLOR: '0', NODE_OPTIONS: '' } };
  const first = await run(program, rest, options);
  const second = print && (await run(print[0], print.slice(1), options));
  return read(`${first.stdout}${second?.stdout ?? ''}`);
};

/** A program that is not on this machine cannot be compared with; where everything must be there, that is a failure. */
const absence = async ({ runner }: Figures): Promise<string | undefined> => {
  const marker = { go: 'go.mod', pytest: 'pyproject.toml' }[runner];
  if (marker === undefined) return undefined;
  const project = await createTestProject({ [marker]: 'module example.com/own\n' });
  made.push(project);
  const found = await findRunner(project.root);
  return 'code' in found ? `${runner} is not on this machine: ${JSON.stringify(found.details)}` : undefined;
};

describe.each(tables)('a project of $runner', async (figures) => {
  const missing = await absence(figures);
  if (missing !== undefined) {
    if (process.env['CI'] === 'true') throw new Error(missing);
    console.warn(`SKIPPED: ${missing}`);
  }
  const { runner, sources, files, profile } = figures;
  const count = repetitions({ atLeast: 1, full: sources.length });

  it.skipIf(missing !== undefined)('has the figure that its own tool prints, to the last digit', async () => {
    for (const source of sources.slice(0, count)) {
      const project = await createTestProject(
        { ...(await files(source)), '.coverctl.yaml': policyOf() },
        { runners: runner !== 'go' && runner !== 'pytest' },
      );
      made.push(project);
      const printed = await printedBy(figures, project.root);
      expect([source, Object.keys(printed)[0], Object.values(printed)[0]]).toEqual([
        source,
        expect.any(String),
        expect.stringMatching(/^\d+(?:\.\d+)?%$/),
      ]);
      const server = serverOf(project, { allowUnattested: true });
      const [tool, given] = profile === undefined ? (['check', {}] as const) : (['report', { profile }] as const);
      const { value } = await answerOf(server, tool, given);
      expect([source, value.overall.printed]).toEqual([source, printed[value.provenance.metric]]);
      for (const [metric, share] of Object.entries(printed)) {
        await project.write({ '.coverctl.yaml': policyOf(metric) });
        const { value: asked } = await answerOf(server, tool, given);
        expect([source, asked.provenance.metric, asked.overall.printed]).toEqual([source, metric, share]);
      }
    }
  });
});
