import { findRepository } from './find-repository.ts';
import type { Repository } from './find-repository.ts';
import { listOthers } from './changed-lines.ts';
import { resolveCommit } from './resolve-commit.ts';
import { runGit } from './run-git.ts';
import { withScratch } from './scratch.ts';

/** Which state of the sources a verdict is about. */
export interface RepositoryState {
  /** Undefined before the first commit. */
  readonly commit: string | undefined;
  /** Undefined where no branch is checked out. */
  readonly branch: string | undefined;
  /** Whether anything differs from the commit, new files included; undefined where git could not tell. */
  readonly dirty: boolean | undefined;
}

/** Undefined where the root is in no repository. */
export const repositoryState = async (root: string): Promise<RepositoryState | undefined> => {
  const repository = await findRepository(root);
  if (!repository) return undefined;
  const head = await resolveCommit(repository, 'HEAD');
  const commit = typeof head === 'string' ? head : undefined;
  const branch = await currentBranch(repository);
  return { commit, branch, dirty: commit === undefined ? true : await isDirty(repository, commit) };
};

const currentBranch = async ({ gitDir, workTree, root }: Repository): Promise<string | undefined> => {
  const answer = await runGit(['symbolic-ref', '--quiet', '--short', 'HEAD'], { gitDir, workTree, cwd: root });
  const name = answer.ok ? answer.output.toString('utf8').replace(/\n$/, '') : '';
  return name === '' ? undefined : name;
};

const isDirty = (repository: Repository, commit: string): Promise<boolean | undefined> =>
  withScratch(repository, commit, async (scratch) => {
    const filled = await scratch.run(['read-tree', commit]);
    if (!filled.ok) return undefined;
    const others = await listOthers(scratch, { cwd: repository.workTree });
    if ('reason' in others) return undefined;
    if (others.names.length > 0) return true;
    const diff = await scratch.run(['diff', '--quiet', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all']);
    if (diff.ok) return false;
    return diff.exit === 1 ? true : undefined;
  });
