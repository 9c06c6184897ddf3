import { judgePath } from '@recourse/engine/judged';
import type { SafePath } from '@recourse/engine/judged';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { reject } from './input/rejection.ts';
import type { Rejection, RunnerName } from './plan.ts';

/** Where everything that a run writes for us lies, inside the root. */
const ours = '.cover/run';

/** The folder of a runner's files. It is refused where a link on the way to it would lead elsewhere. */
export const judgeRunFolder = async (root: string, runner: RunnerName): Promise<SafePath | Rejection> => {
  const wanted = `${ours}/${runner}`;
  const judged = await judgePath(root, wanted);
  if (judged.ok && judged.path.relative === wanted) return judged.path;
  return reject('INPUT_REJECTED_PATH_SCOPE', {
    field: ours,
    value: wanted,
    reason: judged.ok ? 'a link on the way leads elsewhere' : judged.reason,
    remediation: `Replace ${ours} in the project root by a plain folder, then repeat the call.`,
  });
};

/** Empties the folder, so that nothing of an earlier run is taken for the outcome of this one. */
export const prepareRunFolder = async (root: string, runner: RunnerName): Promise<void> => {
  const folder = await judgeRunFolder(root, runner);
  if ('code' in folder) throw new Error(folder.reason);
  // Removal follows no link, neither here nor further down.
  await rm(folder.absolute, { recursive: true, force: true });
  await folder.mkdir();
  const ignore = await judgePath(root, `${ours}/.gitignore`);
  if (ignore.ok) await ignore.path.writeFile('*\n');
};

/** The folder of a profile that a plan names. */
export const runFolderOf = (root: string, runner: RunnerName): string => path.join(root, ...ours.split('/'), runner);
