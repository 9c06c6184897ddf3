import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { judgePath } from '@recourse/engine/untrusted-values';
import type { SafePath } from '@recourse/engine/untrusted-values';
import { gitOwns, gitReason } from '../git/index.ts';
import { reject } from './input/rejection.ts';
import type { Rejection, RunnerName } from './plan.ts';

/** The folder, inside the root, in which runs keep their files. */
export const runsFolder = '.cover/run';

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);

/** The process that made a run's folder, and the time. Both are in its name, so they are known at once. */
export interface RunName {
  readonly startedAt: number;
  /** Undefined if it was made on another machine. */
  readonly pid: number | undefined;
}

/** A name that no other run has, in this process or another one. */
export const createRunName = (now: number): string =>
  [now.toString(36).padStart(9, '0'), host, process.pid, randomBytes(4).toString('hex')].join('-');

/** Parses the name of a run's folder; undefined for any other name. */
export const readRunName = (name: string): RunName | undefined => {
  const [, at = '', where, pid] = /^([0-9a-z]{9})-([0-9a-f]{6})-([0-9]{1,10})-[0-9a-f]{8}$/.exec(name) ?? [];
  return at === '' ? undefined : { startedAt: Number.parseInt(at, 36), pid: where === host ? Number(pid) : undefined };
};

const replaceIt = `Replace ${runsFolder} in the project root with a plain folder, then repeat the call.`;

/** The folder of one run. Refused where a link in its path leads elsewhere, and inside a repository of git's. */
export const judgeRunFolder = async (root: string, runner: RunnerName, name: string): Promise<SafePath | Rejection> => {
  const wanted = `${runsFolder}/${runner}/${name}`;
  const judged = await judgePath(root, wanted);
  if (judged.ok && judged.path.relative === wanted) {
    if (!(await gitOwns(root, wanted))) return judged.path;
    return reject('INPUT_REJECTED_OTHER', {
      field: runsFolder,
      value: wanted,
      reason: gitReason,
      remediation: replaceIt,
    });
  }
  return reject('INPUT_REJECTED_PATH_SCOPE', {
    field: runsFolder,
    value: wanted,
    reason: judged.ok ? 'its path contains a link to another folder' : judged.reason,
    remediation: replaceIt,
  });
};

/** The folder of the run that a profile belongs to, from the root down; undefined if none of our runs made it. */
export const runFolderOf = (profile: string): string | undefined => {
  const [first, second, runner, name = '', ...rest] = profile.split('/');
  if (`${first}/${second}` !== runsFolder || rest.length === 0 || !readRunName(name)) return undefined;
  return path.posix.join(runsFolder, runner ?? '', name);
};
