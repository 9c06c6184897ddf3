import type { GitRepository } from '../git/repository.ts';
import type { Pull } from '../state/pulls.ts';

/** GitHub lists no more commits of a pull request. */
const maxCommits = 250;

/** The ids of the commits of a pull request since `from`, the oldest first. */
export function pullCommits(git: GitRepository, pull: Pull, from: string | undefined): Promise<string[]> {
  return git.history.log({
    from: pull.headSha,
    ...(from ? { notIn: from } : {}),
    limit: maxCommits,
    oldestFirst: true,
  });
}
