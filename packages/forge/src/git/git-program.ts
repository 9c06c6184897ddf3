import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gitEnvironment } from './git-environment.ts';

const execute = promisify(execFile);

/** The oldest git whose `merge-tree` and `cat-file` can do what the forge needs. */
const oldest = [2, 38] as const;

export interface GitProgram {
  readonly version: string;
  readonly httpBackend: string;
}

/** Says in one sentence what is wrong with the machine's git, and what to do about it. */
export class GitUnusable extends Error {
  override readonly name = 'GitUnusable';
}

/** Finds git once, at start, so that a machine without it hears about it then and not in the middle of a request. */
export async function findGit(): Promise<GitProgram> {
  const version = await ask(['--version']);
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []).map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
    throw new GitUnusable(
      `The forge needs git ${oldest.join('.')} or newer; this machine has "${version}". Install a newer git and start again.`,
    );
  const httpBackend = path.join(await ask(['--exec-path']), 'git-http-backend');
  try {
    await access(httpBackend);
  } catch {
    throw new GitUnusable(
      'This git installation lacks git-http-backend, which clone and push require. Install the complete git package and start again.',
    );
  }
  return { version, httpBackend };
}

async function ask(gitArguments: readonly string[]): Promise<string> {
  try {
    const { stdout } = await execute('git', [...gitArguments], { env: gitEnvironment(), timeout: 10_000 });
    return stdout.trim();
  } catch {
    throw new GitUnusable('The forge needs git, and no `git` was found on the PATH. Install git and start again.');
  }
}
