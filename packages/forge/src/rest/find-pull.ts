import { notFound } from '../answers/refusal.ts';
import type { PullFacts } from '../bodies/pull.ts';
import { pullBody } from '../bodies/pull.ts';
import { forkPoint } from '../domain/fork-point.ts';
import { mergeStateOf } from '../domain/merge-state.ts';
import type { RepositoryCall } from './call.ts';

/** The pull request that the address names. */
export function findPull(call: RepositoryCall): PullFacts {
  const { repository, world } = call;
  const number = call.numberParameter('pull_number');
  const pull = world.state.pulls.find({ repositoryId: repository.id, number });
  if (pull === undefined) throw notFound();
  return { repository, pull, issue: world.state.issues.get(pull.issueId) };
}

/** The whole answer for one pull request. `fresh` ones are not looked at yet, as on GitHub. */
export async function wholePull(
  call: RepositoryCall,
  facts: PullFacts,
  fresh = false,
): Promise<Record<string, unknown>> {
  const { world, repository, git } = call;
  const from = await forkPoint(git, facts.pull);
  const changes = await git.countChanges(from, facts.pull.headSha);
  const merge = fresh
    ? ({ mergeable: null, rebaseable: null, state: 'unknown' } as const)
    : await mergeStateOf(world, repository, git, facts);
  return pullBody(world, facts, merge, {
    commits: from ? await git.history.count(facts.pull.headSha, from) : 0,
    additions: changes.reduce((sum, change) => sum + change.additions, 0),
    deletions: changes.reduce((sum, change) => sum + change.deletions, 0),
    changedFiles: changes.length,
  });
}
