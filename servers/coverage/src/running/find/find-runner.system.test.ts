import { access, chmod, mkdir, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { FoundRunner, RunnerProblem } from '../plan.ts';
import { createTestProject } from '../testing/create-project.ts';
import type { TestProject } from '../testing/create-project.ts';
import { findRunner } from './find-runner.ts';
import type { FindOptions } from './find-runner.ts';

const projects: TestProject[] = [];
afterEach(async () => {
  await Promise.all(projects.splice(0).map((project) => project.remove()));
});

const make = async (files: Readonly<Record<string, string>>): Promise<TestProject> => {
  const project = await createTestProject(files);
  projects.push(project);
  return project;
};

/** A package that installs a program of its own name. */
const installed = (name: string, folder = 'node_modules'): Readonly<Record<string, string>> => ({
  [`${folder}/${name}/package.json`]: JSON.stringify({ version: '9.8.7', bin: { [name]: './bin/start.js' } }),
  [`${folder}/${name}/bin/start.js`]: '',
});

const manifest = (content: object): Readonly<Record<string, string>> => ({ 'package.json': JSON.stringify(content) });

const find = async (
  files: Readonly<Record<string, string>>,
  options: FindOptions = {},
): Promise<FoundRunner | RunnerProblem> =>
  findRunner((await make(files)).root, { environment: { PATH: '' }, ...options });

describe('the runner of a project', () => {
  it.each([
    ['vitest', { scripts: { test: 'vitest run' } }],
    ['vitest', { devDependencies: { vitest: '4.0.0' } }],
    ['vitest', { scripts: { test: 'npm run unit' }, devDependencies: { jest: '1', vitest: '4' } }],
    ['jest', { scripts: { test: 'jest --ci' } }],
    ['jest', { jest: {}, devDependencies: { vitest: '4' } }],
    ['jest', { devDependencies: { jest: '30' } }],
    ['c8', { scripts: { test: 'c8 mocha' } }],
    ['nyc', { scripts: { test: 'mocha', coverage: 'nyc npm test' } }],
    ['node-test', { scripts: { test: 'node --test' } }],
    ['node-test', { scripts: { test: 'node --import tsx --test' } }],
    ['node-test', {}],
  ])('is %s by %j', async (name, content) => {
    const all = {
      ...installed('vitest'),
      ...installed('jest'),
      ...installed('c8'),
      ...installed('nyc'),
      ...installed('mocha'),
    };
    expect(await find({ ...manifest(content), ...all })).toMatchObject({ name, command: process.execPath });
  });

  it('is found by its file of configuration', async () => {
    const files = { ...manifest({}), ...installed('vitest'), 'vitest.config.ts': '' };
    expect(await find(files)).toMatchObject({ name: 'vitest', version: '9.8.7', language: 'javascript' });
    expect(await find({ ...files, 'tsconfig.json': '' })).toMatchObject({ name: 'vitest', language: 'typescript' });
  });

  it('is the one that is named', async () => {
    const files = { ...manifest({ scripts: { test: 'vitest' } }), ...installed('vitest'), 'go.mod': '' };
    expect(await find(files, { runner: 'node:test' })).toMatchObject({ name: 'node-test' });
    expect(await find(files, { language: 'JavaScript' })).toMatchObject({ name: 'vitest' });
    expect(await find(files, { language: 'auto', runner: 'auto' })).toMatchObject({ code: 'OP_RUNNER_MISSING' });
  });

  it('is started by its real file, and what the script loads is loaded', async () => {
    const { root } = await make({
      ...manifest({ scripts: { test: 'c8 npm run unit', unit: 'mocha "test/**/*.js"' } }),
      ...installed('c8'),
      ...installed('mocha', 'store'),
    });
    await symlink('../store/mocha', path.join(root, 'node_modules/mocha'));
    expect(await findRunner(root)).toMatchObject({
      base: [path.join(root, 'node_modules/c8/bin/start.js')],
      measured: [process.execPath, path.join(await realpath(root), 'store/mocha/bin/start.js'), 'test/**/*.js'],
    });
    const loads = manifest({ scripts: { test: 'node --import tsx --test --test-reporter=./evil.js' } });
    expect(await find(loads)).toMatchObject({ base: ['--import=tsx'] });
  });

  it("gets the options that the project's script sets", async () => {
    const vitest = { ...manifest({ scripts: { test: 'vitest run --config unit.config.ts' } }), ...installed('vitest') };
    expect(((await find(vitest)) as FoundRunner).base.slice(1)).toEqual(['--config=unit.config.ts']);
    const modules = 'NODE_OPTIONS=--experimental-vm-modules jest';
    const jest = { ...manifest({ scripts: { test: modules } }), ...installed('jest') };
    expect(((await find(jest)) as FoundRunner).base[0]).toBe('--experimental-vm-modules');
    const script = 'node --import tsx --test src/**/*.spec.ts "more/{a,b}.js" tests';
    const files = {
      'src/deep/a.spec.ts': '',
      'src/b.ts': '',
      'more/a.js': '',
      'tests/x.test.js': '',
      'tests/x.js': '',
    };
    expect(await find({ ...manifest({ scripts: { test: script } }), ...files })).toMatchObject({
      measured: ['src/deep/a.spec.ts', 'more/a.js', 'tests/x.test.js'],
    });
  });

  it('is looked for above the root only inside a repository', async () => {
    const files = { ...installed('vitest'), 'part/package.json': JSON.stringify({ scripts: { test: 'vitest' } }) };
    const { root } = await make(files);
    const part = path.join(root, 'part');
    expect(await findRunner(part)).toMatchObject({ code: 'OP_RUNNER_MISSING', details: { runner: 'vitest' } });
    await mkdir(path.join(root, '.git'));
    expect(await findRunner(part)).toMatchObject({ name: 'vitest' });
  });

  it('is a Python of the project before any other', async () => {
    const answer = '#!/bin/sh\necho yes 8.0.0\n';
    const project = await make({
      'pyproject.toml': '[tool.pytest.ini_options]\n',
      '.venv/bin/python': '#!/bin/sh\ntouch was-run\n',
      '.venv/lib/python3.11/site-packages/pytest-8.1.0.dist-info/METADATA': '',
      '.venv/lib/python3.11/site-packages/pytest_cov/__init__.py': '',
      'elsewhere/python3': answer,
    });
    await chmod(path.join(project.root, '.venv/bin/python'), 0o755);
    await chmod(path.join(project.root, 'elsewhere/python3'), 0o755);
    const environment = { PATH: path.join(project.root, 'elsewhere') };
    expect(await findRunner(project.root, { environment })).toMatchObject({
      name: 'pytest',
      version: '8.1.0',
      command: path.join(project.root, '.venv/bin/python'),
      base: ['-m', 'pytest', `--rootdir=${project.root}`, '-c', path.join(project.root, 'pyproject.toml'), '--cov=.'],
      environment: { VIRTUAL_ENV: path.join(project.root, '.venv') },
    });
    await expect(access(path.join(project.root, 'was-run'))).rejects.toThrow('ENOENT');
  });

  it('measures what a configuration of coverage names as sources', async () => {
    const project = await make({
      'setup.py': '',
      '.coveragerc': '[run]\nsource = app\n',
      'bin/python3': '#!/bin/sh\necho yes 8.0.0\n',
    });
    await chmod(path.join(project.root, 'bin/python3'), 0o755);
    const found = await findRunner(project.root, { environment: { PATH: path.join(project.root, 'bin') } });
    expect((found as FoundRunner).base.slice(-3)).toEqual(['-c', '/dev/null', '--cov']);
  });
});

describe('no runner', () => {
  it('is found if nothing indicates the language', async () => {
    expect(await find({ 'notes.md': '' })).toMatchObject({
      code: 'OP_DETECT_FAILED',
      details: { languages: ['go', 'python', 'typescript', 'javascript'] },
    });
  });

  it.each([
    [manifest({ scripts: { test: 'vitest' } }), {}, { runner: 'vitest' }],
    [{ 'pyproject.toml': '' }, {}, { runner: 'pytest' }],
    [{ 'go.mod': '' }, {}, { runner: 'go' }],
    [manifest({}), { language: 'rust' }, { language: 'rust' }],
    [manifest({}), { runner: 'mocha' }, { runner: 'mocha' }],
    [{ 'go.mod': '' }, { language: 'typescript' }, { language: 'typescript' }],
    [
      { ...manifest({ scripts: { test: 'c8 rm -rf / && mocha' } }), ...installed('c8') },
      { runner: 'nyc' },
      { runner: 'nyc' },
    ],
  ] as const)('is there: %j, %j', async (files, options, details) => {
    expect(await find(files, options)).toMatchObject({ code: 'OP_RUNNER_MISSING', details });
  });

  it('measures a program that is not installed, and the program is named', async () => {
    const files = { ...manifest({ scripts: { test: 'nyc tape test.js' } }), ...installed('nyc') };
    expect(await find(files)).toMatchObject({ code: 'OP_RUNNER_MISSING', details: { runner: 'tape' } });
    const inShell = { ...manifest({ scripts: { test: 'A=b nyc tape test.js' } }), ...installed('nyc') };
    expect(await find(inShell)).toMatchObject({ details: { runner: 'nyc (its script cannot run without a shell)' } });
  });

  it('of Go works outside a module', async () => {
    expect(await find({ 'main.go': '' }, { language: 'go' })).toMatchObject({ code: 'OP_MODULE_ROOT_MISSING' });
  });

  it('of Go works in a workspace without a module of the project', async () => {
    expect(await find({ 'go.work': 'go 1.19\n\nuse ../a\n' })).toMatchObject({ code: 'OP_MODULE_ROOT_MISSING' });
  });

  it('is taken from an invalid package file', async () => {
    expect(await find({ 'package.json': '{' })).toMatchObject({ code: 'OP_RUNNER_MISSING' });
    expect(await find({ 'package.json': '{"scripts":[1],"dependencies":"x"}' })).toMatchObject({ name: 'node-test' });
  });
});

describe('sources without a marker', () => {
  it.each([{ 'main.go': 'package main\n' }, { 'cmd/shop/main.go': 'package main\n' }])(
    'of Go lack their module: %j',
    async (files) => {
      expect(await find(files)).toMatchObject({ code: 'OP_MODULE_ROOT_MISSING' });
    },
  );
});

describe('a script that calls another one', () => {
  it('measures the program that the last one names', async () => {
    const scripts = { test: 'npm run lint && npm run tests-only', lint: 'eslint .', 'tests-only': 'nyc tape test.js' };
    const found = await find({ ...manifest({ scripts }), ...installed('nyc'), ...installed('tape'), 'test.js': '' });
    expect(found).toMatchObject({
      name: 'nyc',
      measured: [process.execPath, expect.stringContaining('tape'), 'test.js'],
    });
  });
});
