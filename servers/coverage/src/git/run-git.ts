import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { findGit } from './git-program.ts';

export interface GitRun {
  /** Where git looks for its repository: always said, never searched for. */
  readonly gitDir: string;
  readonly workTree: string;
  readonly cwd: string;
  readonly indexFile?: string;
  readonly input?: string;
  /** Takes the output as it comes; without it the output is kept. */
  readonly onOutput?: (chunk: Buffer) => void;
  readonly mostBytes?: number;
  readonly timeoutMs?: number;
}

export type GitAnswer =
  | { readonly ok: true; readonly output: Buffer }
  | { readonly ok: false; readonly exit: number | null; readonly reason: string };

const mostKept = 32 * 1024 * 1024;
const longestMs = 60_000;

/**
 * The one place that starts git: without a shell, without the configuration of the user or the machine, without
 * hooks, helpers, pagers, prompts or any network, whatever the repository's own configuration says.
 */
export const runGit = (given: readonly string[], run: GitRun): Promise<GitAnswer> => {
  const program = findGit(run.workTree);
  return program === undefined
    ? Promise.resolve({ ok: false, exit: null, reason: 'git is not installed' })
    : new Promise((resolve) => start(program, given, run, resolve));
};

const start = (program: string, given: readonly string[], run: GitRun, resolve: (answer: GitAnswer) => void): void => {
  const child = spawn(program, [...settings, ...given], { cwd: run.cwd, env: environment(run), stdio: 'pipe' });
  const kept: Buffer[] = [];
  let bytes = 0;
  let stopped: string | undefined;
  const stop = (reason: string): void => {
    stopped ??= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop('git timed out'), run.timeoutMs ?? longestMs);
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > (run.mostBytes ?? mostKept)) stop('git printed too much output');
    else if (run.onOutput) run.onOutput(chunk);
    else kept.push(chunk);
  });
  // Errors of git may name paths of this machine; the exit code is enough.
  child.stderr.resume();
  child.stdin.on('error', () => {});
  child.stdin.end(run.input ?? '');
  child.on('error', () => stop('git could not be started'));
  child.on('close', (exit) => {
    clearTimeout(timer);
    if (stopped !== undefined) resolve({ ok: false, exit, reason: stopped });
    else if (exit !== 0)
      resolve({
        ok: false,
        exit,
        reason: exit === null ? 'git was stopped by a signal' : `git exited with status ${exit}`,
      });
    else resolve({ ok: true, output: Buffer.concat(kept) });
  });
};

const settings = [
  '--no-pager',
  '--literal-pathspecs',
  ...[
    `core.hooksPath=${devNull}`,
    'core.fsmonitor=false',
    'core.untrackedCache=false',
    `core.attributesFile=${devNull}`,
    `core.excludesFile=${devNull}`,
    'core.quotePath=true',
    'core.pager=cat',
    'diff.external=',
    'protocol.allow=never',
    'submodule.recurse=false',
    'gc.auto=0',
    'maintenance.auto=false',
  ].flatMap((setting) => ['-c', setting]),
];

const environment = ({ gitDir, workTree, indexFile }: GitRun): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  LC_ALL: 'C',
  GIT_DIR: gitDir,
  GIT_WORK_TREE: workTree,
  ...(indexFile !== undefined && { GIT_INDEX_FILE: indexFile }),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  // It outranks `protocol.<name>.allow` of the repository, which `protocol.allow` does not.
  GIT_ALLOW_PROTOCOL: 'none',
});
