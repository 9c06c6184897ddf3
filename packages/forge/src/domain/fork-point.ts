import type { GitRepository } from '../git/repository.ts';
import type { Pull } from '../state/pulls.ts';
import { branchRef } from './follow-refs.ts';

/** The commit from which the changes of a pull request are counted: where its head left the base. */
export async function forkPoint(git: GitRepository, pull: Pull): Promise<string | undefined> {
  const merged = pull.mergedAt !== null;
  const base = merged ? undefined : (await git.refs.get(branchRef(pull.baseRef)))?.sha;
  return git.history.mergeBase(base ?? pull.baseSha, pull.headSha);
}
