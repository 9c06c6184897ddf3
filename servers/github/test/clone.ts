import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A clone of a repository, for changes that do not go through the server. */
export interface Clone {
  /** Commits a file to a branch and pushes it; the new head. */
  push(branch: string, file: string): Promise<string>;
  remove(): Promise<void>;
}

const run = promisify(execFile);

/** Clones a repository of the forge with a real git. */
export const cloneOf = async (forge: string, repo: string, token: string): Promise<Clone> => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'recourse-clone-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Jonas',
    GIT_AUTHOR_EMAIL: 'jonas@example.com',
    GIT_COMMITTER_NAME: 'Jonas',
    GIT_COMMITTER_EMAIL: 'jonas@example.com',
  };
  const git = async (...line: string[]): Promise<string> => (await run('git', line, { cwd, env })).stdout.trim();
  await git('clone', '-q', `${forge.replace('//', `//x:${token}@`)}/${repo}.git`, '.');
  return {
    push: async (branch, file) => {
      await git('fetch', '-q', 'origin');
      await git('checkout', '-q', '-B', branch, `origin/${branch}`);
      await writeFile(path.join(cwd, file), `${file}\n`);
      await git('add', '.');
      await git('commit', '-qm', `Add ${file}`);
      await git('push', '-q', 'origin', `HEAD:refs/heads/${branch}`);
      return git('rev-parse', 'HEAD');
    },
    remove: () => rm(cwd, { recursive: true, force: true }),
  };
};
