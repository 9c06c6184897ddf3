import { inSlices } from '../files/in-slices.ts';
import { findDifferent, readEntries } from './compare-tree.ts';
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
  /** Undefined if no branch is checked out. */
  readonly branch: string | undefined;
  /** Whether anything differs from the commit, new files included; undefined if git could not tell. */
  readonly dirty: boolean | undefined;
}

/** Undefined if the root is in no repository. */
export const repositoryState = async (root: string): Promise<RepositoryState | undefined> => {
  const repository = await findRepository(root);
  if (!repository) return undefined;
  const [head, branch] = await Promise.all([resolveCommit(repository, 'HEAD'), currentBranch(repository)]);
  const commit = typeof head === 'string' ? head : undefined;
  return { commit, branch, dirty: commit === undefined ? true : await isDirty(repository, commit) };
};

/** The branch that is checked out. The working tree is not read. */
export const branchOf = async (root: string): Promise<string | undefined> => {
  const repository = await findRepository(root);
  return repository && currentBranch(repository);
};

const currentBranch = async ({ gitDir, workTree, root }: Repository): Promise<string | undefined> => {
  const answer = await runGit(['symbolic-ref', '--quiet', '--short', 'HEAD'], { gitDir, workTree, cwd: root });
  const name = answer.ok ? answer.output.toString('utf8').replace(/\n$/, '') : '';
  return name === '' ? undefined : name;
};

/** So many files are named to git at once; with more of them it compares everything. */
const mostNamed = 100;

const isDirty = (repository: Repository, commit: string): Promise<boolean | undefined> =>
  withScratch(repository, commit, async (scratch) => {
    const { workTree } = repository;
    const filled = await scratch.run(['read-tree', commit]);
    if (!filled.ok) return undefined;
    const others = await listOthers(scratch, { cwd: workTree });
    if ('reason' in others) return undefined;
    if (others.names.length > 0) return true;
    const listed = await scratch.run(['ls-files', '--stage', '-z'], { cwd: workTree, mostBytes: mostListed });
    const entries = listed.ok ? readEntries(listed.output) : undefined;
    const different = entries && (await inSlices(findDifferent(workTree, entries)));
    if (different?.length === 0) return false;
    // Files with other bytes may be the same to git. Asked about few files, it reads only these.
    const few = different && different.length <= mostNamed ? ['--', ...different] : [];
    const diff = await scratch.run([...diffQuietly, ...few], { cwd: workTree });
    if (diff.ok) return false;
    return diff.exit === 1 ? true : undefined;
  });

const mostListed = 256 * 1024 * 1024;
const diffQuietly = ['diff', '--quiet', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
