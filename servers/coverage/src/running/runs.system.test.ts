import { spawn } from 'node:child_process';
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planRun } from './plan-run.ts';
import type { RunPlan } from './plan.ts';
import { createRunName, readRunName, runFolderOf } from './run-folder.ts';
import { discardRun, finishedMark, lastProfile, openRun } from './runs.ts';
import { createTestProject } from './testing/create-project.ts';
import type { TestProject } from './testing/create-project.ts';
import { foundRunner } from './testing/found-runners.ts';

const found = foundRunner('vitest');
const now = Date.parse('2030-01-01T00:00:00Z');
let project: TestProject;
beforeEach(async () => {
  project = await createTestProject({});
});
afterEach(() => project.remove());

const runs = (): string => path.join(project.root, '.cover', 'run', 'vitest');
const names = async (): Promise<readonly string[]> => (await readdir(runs())).toSorted();

const plan = async (runName = createRunName(now)): Promise<RunPlan> => {
  const planned = await planRun(found, { timeoutMs: 1000 }, project.root, { runName, environment: {} });
  if (!('folder' in planned)) throw new Error(JSON.stringify(planned));
  return planned;
};

/** A run that passed and was read. */
const finish = async (at: number): Promise<string> => {
  const planned = await plan(createRunName(at));
  await openRun(planned, at);
  await mkdir(path.dirname(planned.profile.path), { recursive: true });
  await writeFile(planned.profile.path, 'x');
  await writeFile(path.join(planned.folder, finishedMark), '{}');
  await utimes(path.join(planned.folder, finishedMark), at / 1000, at / 1000);
  return path.basename(planned.folder);
};

/** A number that no process has: that of one that has ended. */
const gone = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('close', resolve));
  return child.pid ?? 0;
};

describe('the name of a run', () => {
  it('is unique, and records when and by which process it was started', () => {
    const made = Array.from({ length: 100 }, () => createRunName(now));
    expect(new Set(made).size).toBe(100);
    expect(readRunName(made[0] ?? '')).toEqual({ startedAt: now, pid: process.pid });
    expect(createRunName(now) < createRunName(now + 1)).toBe(true);
  });

  it('is known by its form alone, and tells nothing about the processes of another machine', () => {
    const name = createRunName(now);
    expect(readRunName(name.replace(/-[0-9a-f]{6}-/, '-000000-'))).toEqual({ startedAt: now, pid: undefined });
    for (const other of ['', 'coverage', '..', `${name}x`, `x/${name}`, name.toUpperCase()])
      expect(readRunName(other)).toBeUndefined();
  });

  it('is found in the path of a profile that a run has left, and in no other', () => {
    const name = createRunName(now);
    expect(runFolderOf(`.cover/run/vitest/${name}/coverage/lcov.info`)).toBe(`.cover/run/vitest/${name}`);
    for (const other of ['coverage/lcov.info', '.cover/run/vitest/coverage/lcov.info', `.cover/run/vitest/${name}`])
      expect(runFolderOf(other)).toBeUndefined();
  });
});

describe('the folders of runs', () => {
  it('are limited to the last three that were read, and those in progress', async () => {
    const done: string[] = [];
    for (const second of [1, 2, 3, 4, 5]) done.push(await finish(now + second * 1000));
    const running = [await plan(createRunName(now + 2500)), await plan(createRunName(now + 9000))];
    for (const planned of running) await openRun(planned, now + 9000);
    expect(await names()).toEqual(
      [...done.slice(-3), ...running.map(({ folder }) => path.basename(folder))].toSorted(),
    );
    expect(await lastProfile(project.root, found)).toBe(`.cover/run/vitest/${done[4]}/coverage/lcov.info`);
  });

  it("are ordered by the file system's times: a name from the far future is not a later run", async () => {
    const forged = createRunName(now + 1e12);
    await mkdir(path.join(runs(), forged), { recursive: true });
    await writeFile(path.join(runs(), forged, finishedMark), '{}');
    await utimes(path.join(runs(), forged, finishedMark), now / 1000, now / 1000);
    const done = await finish(now + 1000);
    expect(await lastProfile(project.root, found)).toContain(done);
    for (const second of [2, 3, 4]) await finish(now + second * 1000);
    await openRun(await plan(createRunName(now + 9000)), now + 9000);
    expect(await names()).not.toContain(forged);
  });

  it('are removed when their process is gone, or has exceeded the longest run', async () => {
    const killed = createRunName(now).replace(/-[0-9]+-([0-9a-f]{8})$/, `-${await gone()}-$1`);
    const elsewhere = createRunName(now).replace(/-[0-9a-f]{6}-/, '-000000-');
    const [slow, endless] = [createRunName(now), createRunName(now - 7 * 3_600_000)];
    for (const name of [killed, elsewhere, slow, endless]) await mkdir(path.join(runs(), name), { recursive: true });
    const mine = await plan();
    await openRun(mine, now);
    expect(await names()).toEqual([elsewhere, slow, path.basename(mine.folder)].toSorted());
  });

  it('are the only folders removed: none with another name, and none behind a link', async () => {
    await project.write({ 'kept/file.txt': 'x', '.cover/run/vitest/mine/file.txt': 'x' });
    const old = createRunName(now - 7 * 3_600_000);
    await symlink(path.join(project.root, 'kept'), path.join(runs(), old));
    const planned = await plan();
    await openRun(planned, now);
    await discardRun(planned);
    expect(await readdir(path.join(project.root, 'kept'))).toEqual(['file.txt']);
    expect(await names()).toContain('mine');
    expect(await names()).not.toContain(path.basename(planned.folder));
  });

  it('contain no profile to judge until the run has been read', async () => {
    const planned = await plan();
    await openRun(planned, now);
    await mkdir(path.dirname(planned.profile.path), { recursive: true });
    await writeFile(planned.profile.path, 'x');
    expect(await lastProfile(project.root, found)).toBeUndefined();
  });
});
