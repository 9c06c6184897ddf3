import { validationFailed } from '../answers/refusal.ts';
import { isBranchName } from '../git/names.ts';
import type { GitRepository } from '../git/repository.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { branchRef } from './follow-refs.ts';

export interface PullBranch {
  readonly ref: string;
  readonly sha: string;
}

/** Finds the branch that a pull request names, or refuses its field. */
export async function findPullBranch(git: GitRepository, field: 'head' | 'base', name: string): Promise<PullBranch> {
  const ref = isBranchName(name) ? await git.refs.get(branchRef(name)) : undefined;
  if (ref === undefined) throw validationFailed({ resource: 'PullRequest', field, code: 'invalid' });
  return { ref: name, sha: ref.sha };
}

/** `owner:branch` names a branch of a fork; the only owner that the forge has is the repository's own. */
export function headBranch(world: World, repository: Repository, head: string): string {
  const colon = head.indexOf(':');
  if (colon < 0) return head;
  const owner = world.state.users.get(repository.ownerId).login;
  if (head.slice(0, colon).toLowerCase() !== owner.toLowerCase())
    throw validationFailed({ resource: 'PullRequest', field: 'head', code: 'invalid' });
  return head.slice(colon + 1);
}
