import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findRunner } from './find/find-runner.ts';
import { planRun } from './plan-run.ts';
import type { FoundRunner, RunPlan, RunProgress, RunRequest, RunResult } from './plan.ts';
import { runPlan } from './run-plan.ts';
import type { RunOptions } from './run-plan.ts';
import { createTestProject } from './testing/create-project.ts';
import type { TestProject } from './testing/create-project.ts';
import { kits } from './testing/kits.ts';
import type { Kit } from './testing/kits.ts';
import { processesIn } from './testing/processes-in.ts';

const projects: TestProject[] = [];
afterEach(async () => {
  await Promise.all(projects.splice(0).map((project) => project.remove()));
});

const make = async ({ files, installed, testFile }: Kit, test: string): Promise<TestProject> => {
  const project = await createTestProject({ ...files, [testFile]: test }, { runners: installed });
  projects.push(project);
  return project;
};

const find = async ({ root }: TestProject): Promise<FoundRunner> => {
  const found = await findRunner(root);
  if ('code' in found) throw new Error(JSON.stringify(found));
  return found;
};

const plan = async (project: TestProject, request: Partial<RunRequest> = {}): Promise<RunPlan> => {
  const planned = await planRun(await find(project), { timeoutMs: 55_000, ...request }, project.root);
  if (!('command' in planned)) throw new Error(JSON.stringify(planned));
  return planned;
};

const run = async (project: TestProject, request?: Partial<RunRequest>, options?: RunOptions): Promise<RunResult> =>
  runPlan(await plan(project, request), options);

const read = (project: TestProject, file: string): Promise<string> => readFile(path.join(project.root, file), 'utf8');

/** The reason to skip the tests if the runner is not on this machine; on CI it is a failure. */
const absence = async (kit: Kit): Promise<string | undefined> => {
  const found = await findRunner((await make(kit, kit.test('prints frames'))).root);
  return 'code' in found ? `${kit.runner} is not on this machine: ${JSON.stringify(found.details)}` : undefined;
};

describe.each(kits)('a project of $runner', async (kit) => {
  const missing = await absence(kit);
  if (missing !== undefined) {
    if (process.env['CI'] === 'true') throw new Error(missing);
    console.warn(`SKIPPED: ${missing}`);
  }
  const real = it.skipIf(missing !== undefined);

  real('is found and passes whatever it prints; when it breaks, nothing of the earlier run is left', async () => {
    const project = await make(kit, kit.test('prints frames'));
    const progress: RunProgress[] = [];
    const planned = await plan(project);
    const result = await runPlan(planned, { onProgress: (step) => progress.push(step) });
    expect(result).toMatchObject({ end: 'passed', exitCode: 0, failedTests: [], failedFiles: [] });
    expect(result).toMatchObject({ total: 2, failed: 0, version: expect.stringMatching(/^\d+\./) });
    const profile = await readFile(planned.profile.path, 'utf8');
    expect(profile).toContain(kit.source);
    expect(progress.length).toBeGreaterThan(0);
    expect(await read(project, '.cover/run/.gitignore')).toBe('*\n');

    await project.write(kit.broken);
    const broken = await runPlan(planned);
    expect(broken.end).toBe('build_failed');
    expect(broken.outputTail).toMatch(/not-there|not_there|cannot use/);
    expect(await readFile(planned.profile.path, 'utf8').catch(() => '')).not.toBe(profile);
  });

  real('tells which tests failed', async () => {
    const result = await run(await make(kit, kit.test('fails')));
    expect(result).toMatchObject({ end: 'tests_failed', failed: 1, total: 2 });
    expect(result.failedTests.join('\n')).toContain(kit.failedName);
    expect(result.failedTests.join('\n')).not.toMatch(/adds two|adds_two|AddsTwo/);
    expect(result.outputTail).not.toBe('');
  });

  real('runs only the tests that a filter wants', async () => {
    const filter = kit.runner === 'go-test' ? 'AddsTwo$' : kit.runner === 'pytest' ? 'adds_two' : 'adds';
    const result = await run(await make(kit, kit.test('fails')), { run: filter });
    expect(result).toMatchObject({ end: 'passed', failedTests: [] });
  });

  real('is not waited for longer than its tests, and its children end with it', async () => {
    const project = await make(kit, kit.test('leaves a child'));
    expect((await run(project)).end).toBe('passed');
    expect(await read(project, 'child.pid')).toMatch(/^\d+$/);
    expect(await processesIn(project.root)).toEqual([]);
  });

  real('that writes very much is read to its end, and its last lines are kept', async () => {
    const result = await run(await make(kit, kit.test('floods')));
    expect(result.end).toBe('passed');
    expect(result.outputTail.length).toBeLessThan(7000);
  });
});
