import { created, ok, type Answer } from '../answers/answer.ts';
import { unprocessable, validationFailed } from '../answers/refusal.ts';
import { simplePullBody } from '../bodies/pull.ts';
import { userById } from '../bodies/user.ts';
import { roleOf } from '../identity/level.ts';
import { fields, readInput } from '../input/read-input.ts';
import { isDuplicate } from '../state/database.ts';
import type { User } from '../state/users.ts';
import type { RepositoryCall } from './call.ts';
import { findPull } from './find-pull.ts';

const { text, list, optional } = fields;

export function listRequestedReviewers(call: RepositoryCall): Answer {
  const { pull } = findPull(call);
  const requests = call.world.state.reviewRequests.list({ pullId: pull.id });
  return ok({ users: requests.map(({ userId }) => userById(call.world, userId)), teams: [] });
}

export function requestReviewers(call: RepositoryCall): Answer {
  const facts = findPull(call);
  const reviewers = usersOf(call);
  if (reviewers.some(({ id }) => id === facts.issue.userId))
    throw unprocessable('Review cannot be requested from pull request author.');
  for (const { id: userId } of reviewers) {
    try {
      call.world.state.reviewRequests.insert({ pullId: facts.pull.id, userId });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
  return created(simplePullBody(call.world, facts));
}

export function removeRequestedReviewers(call: RepositoryCall): Answer {
  const facts = findPull(call);
  for (const { id: userId } of usersOf(call)) call.world.state.reviewRequests.delete({ pullId: facts.pull.id, userId });
  return ok(simplePullBody(call.world, facts));
}

function usersOf(call: RepositoryCall): User[] {
  const { reviewers, team_reviewers: teams } = readInput(call.body, {
    reviewers: optional(list(text)),
    team_reviewers: optional(list(text)),
  });
  if (!reviewers?.length && !teams?.length)
    throw validationFailed({ resource: 'PullRequest', field: 'reviewers', code: 'missing_field' });
  return (reviewers ?? []).map((login) => {
    const user = call.world.state.users.find({ login });
    if (user === undefined || roleOf(call.world.state, user, call.repository) === 'none' || !isCollaborator(call, user))
      throw unprocessable(
        'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the repository.',
      );
    return user;
  });
}

function isCollaborator({ world, repository }: RepositoryCall, user: User): boolean {
  return (
    user.id === repository.ownerId ||
    world.state.collaborators.find({ repositoryId: repository.id, userId: user.id }) !== undefined ||
    world.state.memberships.find({ organizationId: repository.ownerId, userId: user.id }) !== undefined
  );
}
