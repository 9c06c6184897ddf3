import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { createRegistry } from '@recourse/contract';
import { coverageCodes } from '@recourse/contract/registries/coverage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeTimeout } from './input/judge-timeout.ts';
import { planRun } from './plan-run.ts';
import type { Rejection, RunPlan, RunRequest, RunnerName } from './plan.ts';
import { createTestProject } from './testing/create-project.ts';
import type { TestProject } from './testing/create-project.ts';
import { foundRunner } from './testing/found-runners.ts';

let project: TestProject;
beforeEach(async () => {
  project = await createTestProject({
    'src/a.js': '',
    'src/a.test.js': '',
    'test/a.test.js': '',
    'tests/test_a.py': '',
    'app.py': '',
    'calc/calc.go': '',
    'notes.md': '',
  });
});
afterEach(() => project.remove());

const planned = (
  runner: RunnerName,
  request: Partial<RunRequest>,
  environment: NodeJS.ProcessEnv = { PATH: '/usr/bin' },
): Promise<RunPlan | readonly Rejection[]> =>
  planRun(foundRunner(runner), { timeoutMs: 1000, ...request }, project.root, { environment, runName: 'this' });

const argumentsOf = async (runner: RunnerName, request: Partial<RunRequest>): Promise<readonly string[]> => {
  const plan = await planned(runner, request);
  if (!('command' in plan)) throw new Error(JSON.stringify(plan));
  return plan.arguments.map((argument) => argument.replaceAll(project.root, '<root>'));
};

const codesOf = async (runner: RunnerName, request: Partial<RunRequest>): Promise<readonly string[]> => {
  const plan = await planned(runner, request);
  return 'command' in plan ? [] : plan.map(({ code, field }) => `${field} ${code}`);
};

describe('a plan', () => {
  it('shows the program, its arguments, folder, environment and profile', async () => {
    const source = {
      PATH: `relative${path.delimiter}/usr/bin${path.delimiter}${path.delimiter}/bin`,
      HOME: '/home/somebody',
      GITHUB_TOKEN: 'secret',
      NODE_OPTIONS: '--require=/tmp/x',
      PYTHONPATH: '/tmp',
      PYTEST_ADDOPTS: '-p evil',
      GOFLAGS: '-toolexec=x',
      LD_PRELOAD: '/tmp/x.so',
      GOPROXY: 'https://user:secret@proxy.example/',
    };
    expect(await planned('vitest', { verbose: true }, source)).toEqual({
      runner: 'vitest',
      version: '1.0.0',
      command: '/programs/vitest',
      arguments: [
        '/programs/vitest.js',
        'run',
        '--coverage.enabled=true',
        '--coverage.reporter=lcovonly',
        `--coverage.reportsDirectory=${project.root}/.cover/run/vitest/this/coverage`,
        '--reporter=verbose',
        '--reporter=json',
        `--outputFile.json=${project.root}/.cover/run/vitest/this/results.json`,
      ],
      cwd: project.root,
      folder: `${project.root}/.cover/run/vitest/this`,
      environment: { HOME: '/home/somebody', PATH: `/usr/bin${path.delimiter}/bin`, NO_COLOR: '1' },
      profile: { path: `${project.root}/.cover/run/vitest/this/coverage/lcov.info`, format: 'lcov' },
      timeoutMs: 1000,
      warnings: [],
    });
  });

  it.each([
    ['vitest', ['--testNamePattern=adds two', '--tagsFilter=a || b', '--bail=1', 'src/a.test.js']],
    ['pytest', ['-k=adds two', '-m=a or b', '--exitfirst', '--maxfail=2', 'tests/test_a.py::test_x']],
    ['go-test', ['-race', '-short', '-tags=a,b', '-run=adds two', '-count=1', './calc/...']],
  ] as const)('writes the requested options as %s reads them', async (runner, expected) => {
    const testArgs = {
      vitest: ['--bail', 'src/a.test.js'],
      pytest: ['-x', '--maxfail', '2', 'tests/test_a.py::test_x'],
      'go-test': ['--count=1', 'calc/...'],
    }[runner];
    const more = runner === 'go-test' ? { race: true, short: true } : {};
    const words = await argumentsOf(runner, { run: 'adds two', tags: 'a,b', testArgs, ...more });
    expect(words.slice(-expected.length)).toEqual(expected);
  });

  it('writes what a flag means as the field of the same meaning would be written', async () => {
    expect(await argumentsOf('go-test', { testArgs: ['-run', 'TestA', '-race', '-v', '-tags=x'] })).toEqual(
      await argumentsOf('go-test', { run: 'TestA', race: true, verbose: true, tags: 'x' }),
    );
    expect(await argumentsOf('go-test', { testArgs: ['-race=false'] })).toEqual(await argumentsOf('go-test', {}));
  });

  it('keeps the last of a flag that is sent twice', async () => {
    expect((await argumentsOf('vitest', { testArgs: ['--bail=1', '--bail=3'] })).slice(-1)).toEqual(['--bail=3']);
  });

  it('runs the tests of changed files if the runner can select them, otherwise all tests', async () => {
    const only = ['src/a.js', 'gone.js'];
    expect(await argumentsOf('vitest', { only })).toEqual(expect.arrayContaining(['related', 'src/a.js']));
    expect((await argumentsOf('jest', { only })).slice(-4)).toEqual([
      '--findRelatedTests',
      '--passWithNoTests',
      '--',
      'src/a.js',
    ]);
    expect((await argumentsOf('go-test', { only: ['calc/calc.go'] })).at(-1)).toBe('./calc');
    expect((await argumentsOf('go-test', { only: ['calc/calc.go', 'notes.md'] })).at(-1)).toBe('./...');
    expect((await argumentsOf('pytest', { only: ['tests/test_a.py'] })).at(-1)).toBe('tests/test_a.py');
    expect(await argumentsOf('pytest', { only: ['tests/test_a.py', 'app.py'] })).toEqual(
      await argumentsOf('pytest', {}),
    );
    expect(await argumentsOf('node-test', { only: ['src/a.js'] })).toEqual(await argumentsOf('node-test', {}));
  });

  it('is refused if a link would redirect the files that the run writes', async () => {
    const outside = path.join(project.root, '../outside');
    await mkdir(outside);
    await symlink(outside, path.join(project.root, '.cover'));
    expect(await codesOf('vitest', {})).toEqual(['.cover/run INPUT_REJECTED_PATH_SCOPE']);
  });
});

describe('a request', () => {
  it('is refused with everything that is wrong with it', async () => {
    const request = {
      tags: 'integration; rm -rf /',
      run: 'TestFoo$(whoami)',
      timeoutMs: 0,
      testArgs: ['--rootdir=/tmp', '-v', 'foo`whoami`', '-Dx=$(id)', '-run', '--exec=sh'],
      only: ['../x'],
    };
    expect(await codesOf('go-test', request)).toEqual([
      'tags INPUT_REJECTED_INVALID_TAGS',
      'run INPUT_REJECTED_INVALID_RUN_PATTERN',
      'timeout INPUT_REJECTED_INVALID_TIMEOUT',
      'testArgs[0] INPUT_REJECTED_DANGEROUS_FLAG',
      'testArgs[2] INPUT_REJECTED_SHELL_METACHAR',
      'testArgs[3] INPUT_REJECTED_SHELL_METACHAR',
      'testArgs[3] INPUT_REJECTED_DANGEROUS_FLAG',
      'testArgs[4] INPUT_REJECTED_OTHER',
      'testArgs[5] INPUT_REJECTED_DANGEROUS_FLAG',
      'only[0] INPUT_REJECTED_PATH_SCOPE',
    ]);
  });

  it.each([
    ['vitest', { race: true }, 'race'],
    ['pytest', { short: true }, 'short'],
  ] as const)('to %s for an unsupported feature is refused, not ignored', async (runner, request, field) => {
    expect(await codesOf(runner, request)).toEqual([`${field} INPUT_REJECTED_OTHER`]);
    expect(await codesOf(runner, { race: false, short: false })).toEqual([]);
  });

  it.each(['jest', 'node-test', 'c8', 'nyc'] as const)(
    'with tags to %s, which has none, is planned without them and with a warning',
    async (runner) => {
      expect(await argumentsOf(runner, { tags: 'slow' })).toEqual(await argumentsOf(runner, {}));
      expect(await planned(runner, { tags: 'slow' })).toMatchObject({
        warnings: [
          { code: 'OP_ARGUMENT_IGNORED', details: { field: 'tags', runner, reason: `${runner} has no tags` } },
        ],
      });
      expect(await codesOf(runner, { tags: 'a b' })).toEqual(['tags INPUT_REJECTED_INVALID_TAGS']);
    },
  );

  it('that sets the same option in two places is refused', async () => {
    expect(await codesOf('vitest', { run: 'a', testArgs: ['-t', 'b'] })).toEqual(['run INPUT_REJECTED_OTHER']);
  });

  it('that passes files to a runner that measures a script is told to omit them', async () => {
    const plan = await planned('c8', { testArgs: ['./test'] });
    expect(plan).toMatchObject([{ remediation: expect.stringMatching(/^Omit testArgs\[0\]/) as string }]);
    expect(JSON.stringify(plan)).not.toContain('to a test file');
  });

  it('with too many arguments is refused', async () => {
    const testArgs = Array.from({ length: 65 }, () => '-v');
    expect(await codesOf('vitest', { testArgs })).toEqual(['testArgs INPUT_REJECTED_OTHER']);
    expect(await codesOf('vitest', { testArgs: testArgs.slice(1) })).toEqual([]);
  });

  it.each(['^TestX$', 'a|b', 'Test(A|B)/sub', 'adds < 2', 'naïve テスト'])('may filter by %s', async (run) => {
    expect(await codesOf('go-test', { run })).toEqual([]);
  });

  it.each(['a`b`', 'a;b', 'a&&b', '$(id)', '${x}', '-exec=sh', '－x', ' '])('must not filter by %s', async (run) => {
    expect(await codesOf('go-test', { run })).toEqual(['run INPUT_REJECTED_INVALID_RUN_PATTERN']);
  });

  it('uses the argument names of its tool', async () => {
    const options = { names: { run: 'testRun' } };
    const plan = await planRun(foundRunner('jest'), { timeoutMs: 1, run: ';' }, project.root, options);
    expect(plan).toMatchObject([{ field: 'testRun' }]);
    const more = await planRun(foundRunner('pytest'), { timeoutMs: 1, testArgs: ['a;b', '@x'] }, project.root, options);
    expect(more).toMatchObject([
      { remediation: expect.stringMatching(/put a test name filter that needs .* in testRun\.$/) as string },
      { remediation: expect.stringMatching(/filter by name with testRun\.$/) as string },
    ]);
  });
});

describe('a rejection', () => {
  it('has details that its code accepts, and the message of the contract', async () => {
    const registry = createRegistry(coverageCodes);
    const rejections = (await planned('pytest', {
      tags: '-',
      run: '`',
      timeoutMs: Number.POSITIVE_INFINITY,
      testArgs: ['--rootdir=/tmp', 'a\u202Eb', 'a;b', '../x', '@x'],
    })) as readonly Rejection[];
    expect(new Set(rejections.map(({ code }) => code)).size).toBe(8);
    for (const { code, details } of rejections) expect(registry.fail(code as never, details as never).code).toBe(code);
    const flag = rejections.find(({ code }) => code === 'INPUT_REJECTED_DANGEROUS_FLAG');
    const failure = registry.fail('INPUT_REJECTED_DANGEROUS_FLAG', flag?.details as never);
    expect(failure.message).toBe(
      'rejected MCP input testArgs[0]="--rootdir=/tmp": flag "--rootdir" can load arbitrary code via the underlying test runner; not allowed from MCP input',
    );
    expect(flag?.remediation).toBe(
      'Remove the rejected flag from testArgs. The flag can load arbitrary code via the underlying test runner and is denied from MCP input. If you need it for trusted CLI use, run coverctl directly without MCP.',
    );
  });

  it('does not repeat invisible characters or long values', async () => {
    const testArgs = [`a\u202E${'b'.repeat(400)}`];
    const [rejection] = (await planned('pytest', { testArgs })) as readonly Rejection[];
    expect(rejection?.value).toMatch(/^a\\u\{202e\}b+…$/);
    expect(rejection?.value?.length).toBeLessThan(250);
  });
});

describe('a timeout', () => {
  it.each([
    ['30s', 30_000],
    ['10m', 600_000],
    ['1h30s', 3_630_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['+5s', 5000],
    ['.5s', 500],
    ['1.s', 1000],
    ['1ns', 1],
    ['1.5ms', 2],
    ['100µs', 1],
    ['999999h', 3_599_996_400_000],
    ['2562047h47m16s', 9_223_372_036_000],
  ])('of %s is %d ms', async (text, expected) => {
    expect(await judgeTimeout(text)).toBe(expected);
  });

  it.each(['5 minutes', '10', '0s', '-1s', '1d', '', '2562048h', '1h;', '２h', '1e3s', '0.1ns', '++1s', '+', '1_0s'])(
    'of %j is refused',
    async (text) => {
      expect(await judgeTimeout(text)).toMatchObject({ code: 'INPUT_REJECTED_INVALID_TIMEOUT', field: 'timeout' });
    },
  );
});
