import { rm } from 'node:fs/promises';
import path from 'node:path';
import { judgePath } from '@recourse/engine/untrusted-values';
import { isAlive } from '../is-alive.ts';
import type { FoundRunner, RunPlan, RunnerName } from './plan.ts';
import { judgeRunFolder, readRunName, runsFolder } from './run-folder.ts';
import type { RunName } from './run-folder.ts';
import { runnerOf } from './runners/table.ts';

/** Beside the files of a run that passed and was read. One without it is still under way, or was broken off. */
export const finishedMark = 'scope.json';

/** How many runs of a runner are kept after they were read: to be looked at again, and to be compared with. */
const mostKept = 3;
/** Longer than any run may take. */
const oldestMs = 6 * 3_600_000;

interface Run extends RunName {
  readonly name: string;
  /** By the file system: a repository may bring a folder with any name along. Undefined if it is not finished. */
  readonly finishedAt: number | undefined;
}

/** The runs whose files are there, the last that was finished first. */
const listRuns = async (root: string, runner: RunnerName): Promise<readonly Run[]> => {
  const folder = await judgePath(root, `${runsFolder}/${runner}`, { mustExist: true });
  const names = folder.ok ? await folder.path.readdir().catch(() => []) : [];
  const runs: Run[] = [];
  for (const name of names) {
    const read = readRunName(name);
    if (read) runs.push({ ...read, name, finishedAt: await finishedAt(root, `${runsFolder}/${runner}/${name}`) });
  }
  return runs.toSorted((one, other) => (other.finishedAt ?? 0) - (one.finishedAt ?? 0));
};

const finishedAt = async (root: string, folder: string): Promise<number | undefined> => {
  const mark = await judgePath(root, `${folder}/${finishedMark}`, { type: 'file', mustExist: true });
  return mark.ok
    ? mark.path.stat().then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      )
    : undefined;
};

/** The profile of the last run that passed and was read, from the root down. */
export const lastProfile = async (root: string, found: FoundRunner): Promise<string | undefined> => {
  const last = (await listRuns(root, found.name)).find((run) => run.finishedAt !== undefined);
  return last && [runsFolder, found.name, last.name, runnerOf(found).profile.file].join('/');
};

/** Makes the folder of a run, and removes folders of runs that are no longer used. */
export const openRun = async ({ cwd, runner, folder }: RunPlan, now: number): Promise<void> => {
  const own = await judgeRunFolder(cwd, runner, path.basename(folder));
  if ('code' in own) throw new Error(own.reason);
  await sweepRuns(cwd, runner, now);
  // Nothing that is there already may be taken for the outcome of this run.
  await removeRun(cwd, runner, path.basename(folder));
  await own.mkdir();
  const ignore = await judgePath(cwd, `${runsFolder}/.gitignore`);
  if (ignore.ok) await ignore.path.writeFile('*\n');
};

/** Removes what a run has written that is worth nothing. */
export const discardRun = ({ cwd, runner, folder }: RunPlan): Promise<void> =>
  removeRun(cwd, runner, path.basename(folder));

const sweepRuns = async (root: string, runner: RunnerName, now: number): Promise<void> => {
  let kept = 0;
  for (const run of await listRuns(root, runner)) {
    const isFinished = run.finishedAt !== undefined;
    if (isFinished) kept += 1;
    if (isFinished ? kept > mostKept : isAbandoned(run, now)) await removeRun(root, runner, run.name);
  }
};

/** Its process is gone, or its time is not now: then the number is another process's by now. */
const isAbandoned = ({ pid, startedAt }: RunName, now: number): boolean =>
  Math.abs(now - startedAt) > oldestMs || (pid !== undefined && !isAlive(pid));

const removeRun = async (root: string, runner: RunnerName, name: string): Promise<void> => {
  const folder = await judgeRunFolder(root, runner, name);
  // Removal follows no link, neither here nor further down. Another process may be removing the same.
  if (!('code' in folder)) await rm(folder.absolute, { recursive: true, force: true, maxRetries: 3 });
};
