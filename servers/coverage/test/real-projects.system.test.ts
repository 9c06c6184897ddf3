import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isJsonObject } from '@recourse/contract';
import type { Spawned } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findRunner } from '../src/running/index.ts';
import { createTestProject } from '../src/running/testing/create-project.ts';
import type { TestProject } from '../src/running/testing/create-project.ts';
import { kits } from '../src/running/testing/kits.ts';
import type { Kit } from '../src/running/testing/kits.ts';
import { processesIn } from '../src/running/testing/processes-in.ts';
import { serveProject } from './stdio.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const policy = { '.coverctl.yaml': 'version: 1\npolicy: { default: { min: 10 } }\n' };
const create = ({ files, installed }: Kit): Promise<TestProject> =>
  createTestProject({ ...files, ...policy }, { runners: installed });

/** The reason to skip the tests if the runner is not on this machine; on CI it is a failure. */
const absence = async (kit: Kit): Promise<string | undefined> => {
  const project = await create(kit);
  const found = await findRunner(project.root);
  await project.remove();
  return 'code' in found ? `${kit.runner} is not on this machine: ${JSON.stringify(found.details)}` : undefined;
};

describe.each(kits)('a project of $runner, served to the official client over stdio', async (kit) => {
  const missing = await absence(kit);
  if (missing !== undefined) {
    if (process.env['CI'] === 'true') throw new Error(missing);
    console.warn(`SKIPPED: ${missing}`);
  }
  const real = it.skipIf(missing !== undefined);
  let project: TestProject;
  let served: Spawned;
  beforeAll(async () => {
    project = await create(kit);
    served = await serveProject(project);
  });
  afterAll(() => project.remove());

  /** Checks the project with a test that does this. */
  const check = async (deed: Parameters<Kit['test']>[0], args: Readonly<Record<string, string>> = {}) => {
    await project.write({ [kit.testFile]: kit.test(deed) });
    const { isError, structuredContent } = await served.callTool('check', args);
    if (!isJsonObject(structuredContent)) throw new Error('There is no structured content');
    expect(isError).toBe(structuredContent['passed'] === true ? undefined : true);
    return structuredContent;
  };

  real('passes although a test prints the frames of an answer', async () => {
    const errors: unknown[] = [];
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client has no other way to hear of it
    served.client.onerror = (error) => errors.push(error);
    expect(await check('prints frames')).toMatchObject({
      passed: true,
      summary: expect.stringMatching(/^PASS \| \d+\.\d% overall \| 1\/1 domains passing$/) as string,
      provenance: { runner: { name: kit.runner } },
    });
    expect(errors).toEqual([]);
  });

  real('fails with the names of the tests that do', async () => {
    expect(await check('fails')).toMatchObject({
      error_code: 'OP_TESTS_FAILED',
      error: expect.stringContaining(kit.failedName) as string,
      recourse: { details: { failed: 1, total: 2 } },
    });
  });

  real('is stopped when it hangs and its time is over', async () => {
    expect(await check('hangs', { timeout: '3s' })).toMatchObject({
      error_code: 'OP_TIMEOUT',
      recourse: { details: { timeout_ms: 3000 } },
    });
  });

  real('is ended with the children that it has forked when nobody waits any longer', async () => {
    const file = path.join(project.root, 'child.pid');
    const controller = new AbortController();
    const serving = await processesIn(project.root);
    await project.write({ [kit.testFile]: kit.test('forks and hangs') });
    const call = served.client.callTool({ name: 'check', arguments: {} }, { signal: controller.signal });
    const ended = call.then(
      () => 'answered',
      () => 'cancelled',
    );
    while (!existsSync(file)) await setTimeout(20);
    expect(await processesIn(project.root)).not.toEqual(serving);
    controller.abort();
    expect(await ended).toBe('cancelled');
    await expect.poll(() => processesIn(project.root), { timeout: 60_000 }).toEqual(serving);
  });

  real('does not build, and leaves no run behind that was none', async () => {
    await project.write({ [kit.testFile]: kit.test('prints frames'), ...kit.broken });
    const { isError, structuredContent } = await served.callTool('check', {});
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({ error_code: 'OP_BUILD_FAILED' });
    // Only the first of the runs above has passed.
    expect(await readdir(path.join(project.root, '.cover', 'run', kit.runner))).toHaveLength(1);
  });
});
