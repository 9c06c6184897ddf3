import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import { findBranchHead, getRepository } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { repositoryName } from '../fields/repository-name.ts';
import type { WholePull } from '../shapes/pull.ts';
import type { Toolbox } from '../toolbox.ts';

export interface Deletion {
  readonly branch_deleted: boolean;
  /** Why it was not. */
  readonly branch_kept_because?: string;
}

const kept = (reason: string): Deletion => ({ branch_deleted: false, branch_kept_because: reason });

/**
 * Deletes the branch of a pull request that was merged, unless it is the default branch, belongs to a fork (where the
 * branch of the same name here is another one), or has moved since. The merge has succeeded whatever happens here.
 */
export const deleteHead = async (toolbox: Toolbox, place: Place, pull: WholePull): Promise<Deletion> => {
  const { head, base } = pull;
  if (!head.repo || !base.repo || head.repo.id !== base.repo.id) return kept('it belongs to a fork');
  try {
    const main = base.repo.default_branch ?? (await getRepository(toolbox, place)).default_branch;
    if (head.ref === main) return kept('it is the default branch');
    const now = await findBranchHead(toolbox, { ...place, branch: head.ref });
    if (now === undefined) return { branch_deleted: true };
    if (now !== head.sha) return kept('it has moved since the merge');
    await toolbox.github.request({
      route: 'DELETE /repos/{owner}/{repo}/git/refs/{ref}',
      parameters: { ...repositoryName(place.repo), ref: `heads/${head.ref}` },
      shape: z.unknown(),
    });
    return { branch_deleted: true };
  } catch (thrown) {
    if (!(thrown instanceof GitHubError)) throw thrown;
    const { code, message, effect } = thrown.failure;
    return kept(effect === 'unknown' ? `it is unknown whether it was deleted (${code})` : `${code}: ${message}`);
  }
};
