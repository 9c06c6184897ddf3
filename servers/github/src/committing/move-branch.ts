import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { GitHubError } from '@recourse/github';
import { findBranchHead } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { verifying } from '../asking/rethrow.ts';
import { tryRead } from '../asking/try-read.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { refShape } from '../shapes/repository.ts';
import type { Toolbox } from '../toolbox.ts';

/** GitHub would not move a branch. */
export interface Refused {
  readonly error: GitHubError;
  /** Where the branch is now; nothing if it is gone. */
  readonly now: string | undefined;
}

/**
 * Moves a branch on to a commit, never back and never aside. A branch that has moved meanwhile and one that a rule
 * guards are refused alike: where it points now tells which.
 */
export const moveBranch = async (
  toolbox: Toolbox,
  { branch, commit, ...place }: Place & { readonly branch: string; readonly commit: string },
): Promise<Refused | undefined> => {
  const { repo } = place;
  const look = {
    tool: 'get_commits',
    arguments: { repo, branch, sha: commit, per_page: 1 },
    why: 'Shows whether the branch contains the new commit.',
    applied_when: { pointer: '/on_branch', equals: true },
  };
  const request = toolbox.github.request({
    route: 'PATCH /repos/{owner}/{repo}/git/refs/{ref}',
    parameters: { ...repositoryName(repo), ref: `heads/${branch}`, sha: commit, force: false },
    shape: refShape,
    resource: { type: 'branch', id: branch },
  });
  try {
    await verifying(look, request);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof GitHubError) || (thrown.status !== 422 && thrown.status !== 409)) throw thrown;
    const look = await tryRead(findBranchHead(toolbox, { ...place, branch }));
    if (look.error) throw thrown;
    return { error: thrown, now: look.value };
  }
};

/** The branch has not moved, and still does not take the commit: its rules do not allow it. */
export const guardedBranch = ({ failure }: GitHubError, repo: string, parent: string): Failure =>
  changeFailure(failure, {
    recovery: 'change_state',
    hint: 'Nothing was written: the rules of the branch do not allow this commit. Commit to another branch and open a pull request.',
    next_actions: [
      {
        tool: 'create_branch',
        arguments: { repo, branch: `change-${parent.slice(0, 7)}`, from: parent },
        why: 'Creates a branch to commit to, for a pull request.',
      },
    ],
  });
