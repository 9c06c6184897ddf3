import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A test project in its own folder and Git repository. */
export interface Project {
  readonly root: string;
  write(name: string, text: string): void;
  /** Sets how old a file is, in seconds before now. */
  age(name: string, seconds: number): void;
  git(...words: readonly string[]): string;
  commit(message?: string): void;
}

const made: string[] = [];
afterAll(() => {
  for (const root of made) rmSync(root, { recursive: true, force: true });
});

export const makeProject = (files: Readonly<Record<string, string>>): Project => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-coverage-')));
  made.push(root);
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
  for (const [name, text] of Object.entries(files)) write(name, text);
  // One time for all files: a source written a tick after the profile would make the profile stale.
  const start = new Date();
  for (const name of Object.keys(files)) utimesSync(path.join(root, name), start, start);
  git('init', '-q', '-b', 'main');
  const project: Project = {
    root,
    write,
    age: (name, seconds) => {
      const at = new Date(Date.now() - seconds * 1000);
      utimesSync(path.join(root, name), at, at);
    },
    git,
    commit: (message = 'change') => {
      git('add', '-A');
      git('commit', '-q', '-m', message);
    },
  };
  project.commit('start');
  return project;
};

/** A project in JavaScript that Node's own runner tests: `add` runs, `subtract` does not. */
export const sums: Readonly<Record<string, string>> = {
  'package.json': '{"name":"sums","type":"module","scripts":{"test":"node --test"}}\n',
  'src/sums.js':
    'export const add = (a, b) => a + b;\nexport const subtract = (a, b) => {\n  const difference = a - b;\n  return difference;\n};\n',
  'test/sums.test.js':
    "import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../src/sums.js';\ntest('adds', () => assert.equal(add(1, 2), 3));\n",
  '.coverctl.yaml':
    'version: 1\nlanguage: javascript\npolicy:\n  default: { min: 80 }\n  domains:\n    - { name: source, match: ["src/**"], min: 60 }\nexclude: ["test/**"]\n',
};

/** An LCOV profile: by file, the lines that ran and those that did not. */
export const lcov = (
  files: Readonly<Record<string, readonly [ran: readonly number[], missed: readonly number[]]>>,
): string =>
  Object.entries(files)
    .map(([name, [ran, missed]]) =>
      [
        `SF:${name}`,
        ...ran.map((line) => `DA:${line},1`),
        ...missed.map((line) => `DA:${line},0`),
        'end_of_record',
        '',
      ].join('\n'),
    )
    .join('');
