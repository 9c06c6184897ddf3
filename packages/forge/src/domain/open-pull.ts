import { validationFailed } from '../answers/refusal.ts';
import type { GitRepository } from '../git/repository.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import { createPull, openPullBetween, type PullWithIssue } from './create-pull.ts';
import { findPullBranch, headBranch } from './pull-branch.ts';
import { pullProblem } from './pull-problem.ts';

/** A pull request as a caller asks for it; nothing in it has been checked. */
export interface OpenOrder {
  readonly repository: Repository;
  readonly git: GitRepository;
  readonly user: User;
  readonly title: string | undefined;
  readonly body: string | null;
  readonly head: string;
  readonly base: string;
  readonly draft: boolean;
  readonly maintainerCanModify: boolean;
}

const maxTitle = 256;

/** Opens a pull request, or refuses it as GitHub does. REST and GraphQL share it. */
export async function openPull(world: World, order: OpenOrder): Promise<PullWithIssue> {
  const { repository, git } = order;
  const title = checkedTitle(order.title);
  const base = await findPullBranch(git, 'base', order.base);
  const head = await findPullBranch(git, 'head', headBranch(world, repository, order.head));
  if ((await git.history.count(head.sha, base.sha)) === 0)
    throw pullProblem(`No commits between ${base.ref} and ${head.ref}`);
  if ((await git.history.mergeBase(base.sha, head.sha)) === undefined)
    throw pullProblem(`The ${head.ref} branch has no history in common with ${base.ref}`);
  const owner = world.state.users.get(repository.ownerId).login;
  if (openPullBetween(world, repository, head.ref, base.ref))
    throw pullProblem(`A pull request already exists for ${owner}:${head.ref}.`);
  return createPull(world, { ...order, title, head, base });
}

function checkedTitle(title: string | undefined): string {
  if (title === undefined || title.trim() === '')
    throw validationFailed({ resource: 'PullRequest', field: 'title', code: 'missing_field' });
  if (title.length > maxTitle)
    throw validationFailed({
      resource: 'PullRequest',
      code: 'custom',
      field: 'title',
      message: `title is too long (maximum is ${maxTitle} characters)`,
    });
  return title;
}
