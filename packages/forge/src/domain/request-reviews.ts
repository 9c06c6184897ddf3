import { unprocessable } from '../answers/refusal.ts';
import { roleOf } from '../identity/level.ts';
import { isDuplicate } from '../state/database.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';

interface Reviewed {
  readonly repository: Repository;
  readonly pull: Pull;
  readonly issue: Issue;
}

/** Requests reviews. A review that is requested already stays requested. */
export function requestReviews(world: World, { repository, pull, issue }: Reviewed, reviewers: readonly User[]): void {
  for (const user of reviewers) checkReviewer(world, repository, user);
  if (reviewers.some(({ id }) => id === issue.userId))
    throw unprocessable('Review cannot be requested from pull request author.');
  for (const { id: userId } of reviewers) {
    try {
      world.state.reviewRequests.insert({ pullId: pull.id, userId });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}

/** Refuses a user who cannot review in the repository; an unknown user is refused in the same words. */
export function checkReviewer(world: World, repository: Repository, user: User | undefined): asserts user is User {
  if (user === undefined || roleOf(world.state, user, repository) === 'none' || !takesPart(world, repository, user))
    throw unprocessable(
      'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the repository.',
    );
}

/** Whether a user is the owner, a collaborator or a member of the owning organisation. */
export function takesPart({ state }: World, repository: Repository, { id: userId }: User): boolean {
  return (
    userId === repository.ownerId ||
    state.collaborators.find({ repositoryId: repository.id, userId }) !== undefined ||
    state.memberships.find({ organizationId: repository.ownerId, userId }) !== undefined
  );
}
