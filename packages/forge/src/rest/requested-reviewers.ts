import { created, ok, type Answer } from '../answers/answer.ts';
import { validationFailed } from '../answers/refusal.ts';
import { simplePullBody } from '../bodies/pull.ts';
import { userById } from '../bodies/user.ts';
import { checkReviewer, requestReviews } from '../domain/request-reviews.ts';
import { fields, readInput } from '../input/read-input.ts';
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
  requestReviews(call.world, facts, usersOf(call));
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
    checkReviewer(call.world, call.repository, user);
    return user;
  });
}
