import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRun } from '../plan-run.ts';
import type { Rejection, RunnerName } from '../plan.ts';
import { createTestProject } from '../testing/create-project.ts';
import type { TestProject } from '../testing/create-project.ts';
import { foundRunner } from '../testing/found-runners.ts';

let project: TestProject;
beforeAll(async () => {
  project = await createTestProject({});
});
afterAll(() => project.remove());

const rejectionOf = async (runner: RunnerName, testArgs: readonly string[]): Promise<Rejection> => {
  const planned = await planRun(foundRunner(runner), { timeoutMs: 1000, testArgs }, project.root, { environment: {} });
  if ('command' in planned || !planned[0]) throw new Error(`${runner} accepts ${testArgs.join(' ')}`);
  return planned[0];
};

const loads = 'can load arbitrary code via the underlying test runner;';
const writes = 'can write files other than the profile of the run;';
const controls = 'changes how the tests are run or measured, which the server controls;';
const waits = 'keeps the runner waiting for input or changes instead of exiting;';
const unknown = (runner: string): string => `is not on the list of flags that are known to be safe for ${runner};`;

describe('the refusal of a flag', () => {
  it.each<readonly [RunnerName, string, string]>([
    ['vitest', '--globalSetup=./x.js', loads],
    ['vitest', '--global-setup=./x.js', loads],
    ['vitest', '--outputFile.json=x', writes],
    ['vitest', '--coverage.exclude=src', controls],
    ['vitest', '--coverage.provider=v8', controls],
    ['vitest', '--browser.headless', controls],
    ['vitest', '--browser.provider=x', loads],
    ['vitest', '--typecheck', controls],
    ['vitest', '--poolOptions.forks.execArgv=--import=./x.js', loads],
    ['vitest', '--ui', waits],
    ['vitest', '--detectOpenHandles', unknown('vitest')],
    ['vitest', '--dependencies', unknown('vitest')],
    ['jest', '--preset=./x.js', loads],
    ['jest', '--coverageThreshold={}', controls],
    ['jest', '--cacheDirectory=x', writes],
    ['jest', '--watchAll', waits],
    ['jest', '--passing', unknown('jest')],
    ['node-test', '--import=./x.js', loads],
    ['node-test', '--cpu-prof-dir=x', writes],
    ['node-test', '--test-coverage-lines=0', controls],
    ['node-test', '--insecure-http-parser', unknown('node-test')],
    ['pytest', '--override-ini=x=y', loads],
    ['pytest', '--junitxml=x', writes],
    ['pytest', '--no-cov', controls],
    ['pytest', '--trace', waits],
    ['pytest', '--dots', unknown('pytest')],
    ['go-test', '-exec=/bin/sh', loads],
    ['go-test', '--exec=/bin/sh', loads],
    ['go-test', '-o', writes],
    ['go-test', '-coverpkg=./x', controls],
    ['go-test', '-fuzz=Fuzz', waits],
    ['go-test', '-parallelism=2', unknown('go-test')],
    ['c8', '--file=x.js', loads],
    ['nyc', '--watch', waits],
  ])('of %s %s gives its own reason', async (runner, flag, reason) => {
    const rejection = await rejectionOf(runner, [flag]);
    expect(rejection.code).toBe('INPUT_REJECTED_DANGEROUS_FLAG');
    expect(rejection.reason).toContain(reason);
    expect(rejection.remediation).toContain(reason.slice(0, -1));
  });

  it('of a flag that writes files for other values says so', async () => {
    const { code, reason } = await rejectionOf('pytest', ['--cov-report=html:out']);
    expect(code).toBe('INPUT_REJECTED_DANGEROUS_FLAG');
    expect(reason).toContain('can write files other than the profile of the run unless its value is one of: term,');
  });

  it.each([['-p', 'no:cov'], ['--import-mode=append']])(
    'of pytest %s %s loads nothing, and says so',
    async (...testArgs) => {
      const { code, reason } = await rejectionOf('pytest', testArgs);
      expect(code).toBe('INPUT_REJECTED_DANGEROUS_FLAG');
      expect(reason).toContain(`${controls.slice(0, -1)} unless its value is one of: `);
    },
  );

  it.each<readonly [RunnerName, readonly string[], string]>([
    ['vitest', ['--reporter=./evil.js'], 'unless its value is one of: default, verbose,'],
    ['jest', ['--reporters=evil'], 'unless its value is one of: default, summary, github-actions;'],
    [
      'jest',
      ['--coverageReporters=./evil.js'],
      'unless its value is one of: text, text-summary, json-summary, lcovonly,',
    ],
    [
      'vitest',
      ['--coverage.reporter=./evil.js'],
      'unless its value is one of: text, text-summary, json-summary, lcovonly,',
    ],
    ['node-test', ['--test-reporter=./evil.js'], 'unless its value is one of: spec, tap, dot;'],
    ['pytest', ['-W', 'error::evil.X'], 'unless its value is of the form ignore::DeprecationWarning;'],
    ['c8', ['--ui=./evil.js'], 'unless its value is one of: bdd, tdd, qunit, exports;'],
  ])('of %s %j lists the values that load no code', async (runner, testArgs, values) => {
    const rejection = await rejectionOf(runner, testArgs);
    expect(rejection.code).toBe('INPUT_REJECTED_DANGEROUS_FLAG');
    expect(rejection.reason).toContain(values);
  });
});
