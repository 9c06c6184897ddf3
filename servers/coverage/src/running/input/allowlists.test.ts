import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRun } from '../plan-run.ts';
import { runnerNames } from '../plan.ts';
import type { Rejection, RunPlan, RunnerName, RunRequest } from '../plan.ts';
import { honest } from '../testing/honest-arguments.ts';
import { hostile, hostileEverywhere } from '../testing/hostile-arguments.ts';
import { createTestProject } from '../testing/create-project.ts';
import type { TestProject } from '../testing/create-project.ts';
import { foundRunner } from '../testing/found-runners.ts';

let project: TestProject;
beforeAll(async () => {
  project = await createTestProject({
    'src/math.test.ts': '',
    'app/[id]/page.test.tsx': '',
    'test/math.test.js': '',
    'deploy.js': '',
    'node_modules/evil/evil.test.js': '',
    'tests/test_math.py': '',
    'tests/slow/test_slow.py': '',
    'deploy.py': '',
    'conftest.py': '',
    'calc/calc.go': '',
    'calc/calc_test.go': '',
    'go.mod': 'module example.com/own\n',
  });
  await mkdir(path.join(project.root, '../outside'));
  await symlink('../outside', path.join(project.root, 'link-out'));
});
afterAll(() => project.remove());

const plan = (runner: RunnerName, request: Partial<RunRequest>): Promise<RunPlan | readonly Rejection[]> =>
  planRun(foundRunner(runner), { timeoutMs: 1000, ...request }, project.root, { environment: { PATH: '/usr/bin' } });

const rejectionsOf = async (runner: RunnerName, request: Partial<RunRequest>): Promise<readonly Rejection[]> => {
  const planned = await plan(runner, request);
  return 'command' in planned ? [] : planned;
};

describe.each(runnerNames)('arguments for %s', (runner) => {
  it.each(honest[runner])('pass: %j', async (...testArgs) => {
    expect(await rejectionsOf(runner, { testArgs: testArgs.flat() })).toEqual([]);
  });

  it.each([...hostileEverywhere, ...hostile[runner]].map(([code, ...testArgs]) => ({ code, testArgs })))(
    'are refused: $testArgs',
    async ({ code, testArgs }) => {
      const rejections = await rejectionsOf(runner, { testArgs });
      expect(rejections.map((rejection) => rejection.code)).toContain(code);
      expect(rejections.every(({ field }) => /^testArgs\[\d+\]$/.test(field))).toBe(true);
    },
  );
});
