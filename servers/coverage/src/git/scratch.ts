import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Repository } from './find-repository.ts';
import { runGit } from './run-git.ts';
import type { GitAnswer, GitRun } from './run-git.ts';

/**
 * A git folder of our own that borrows only the objects of a repository. Filters, diff drivers, aliases, hooks,
 * promised objects and bits in the index that hide changes belong to the repository's folder: here there are none.
 */
export interface Scratch {
  run(
    given: readonly string[],
    options?: Partial<Pick<GitRun, 'cwd' | 'input' | 'onOutput' | 'mostBytes'>>,
  ): Promise<GitAnswer>;
}

/** Makes a scratch folder, uses it and removes it. `commit` is any commit's full id: its length tells the hash. */
export const withScratch = async <Result>(
  repository: Repository,
  commit: string,
  use: (scratch: Scratch) => Promise<Result>,
): Promise<Result> => {
  const gitDir = await mkdtemp(path.join(tmpdir(), 'recourse-git-'));
  try {
    await furnish(gitDir, repository, commit.length > 40);
    return await use({
      run: (given, options) =>
        runGit(given, {
          gitDir,
          workTree: repository.workTree,
          cwd: repository.root,
          indexFile: path.join(gitDir, 'index'),
          ...options,
        }),
    });
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
};

const furnish = async (gitDir: string, { commonDir }: Repository, sha256: boolean): Promise<void> => {
  await mkdir(path.join(gitDir, 'objects', 'info'), { recursive: true });
  await mkdir(path.join(gitDir, 'refs'));
  await writeFile(path.join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(path.join(gitDir, 'objects', 'info', 'alternates'), `${path.join(commonDir, 'objects')}\n`);
  const format = sha256 ? '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n' : '';
  await writeFile(path.join(gitDir, 'config'), format || '[core]\n\trepositoryformatversion = 0\n');
  await copyFile(path.join(commonDir, 'shallow'), path.join(gitDir, 'shallow')).catch(() => {});
};
