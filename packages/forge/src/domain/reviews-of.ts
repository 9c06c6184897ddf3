import { atLeast, roleOf } from '../identity/level.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { guardsOf } from './guards.ts';

export interface CountedReviews {
  readonly approvals: number;
  readonly changesRequested: boolean;
}

/** The last decision of each reviewer who may write, without the author. */
export function reviewsOf(world: World, repository: Repository, pull: Pull, issue: Issue): CountedReviews {
  const decisions = new Map<number, string>();
  for (const review of world.state.reviews.list({ pullId: pull.id })) {
    if (review.state !== 'COMMENTED' && review.state !== 'PENDING') decisions.set(review.userId, review.state);
  }
  const counted = [...decisions].filter(
    ([userId]) =>
      userId !== issue.userId && atLeast(roleOf(world.state, world.state.users.get(userId), repository), 'write'),
  );
  return {
    approvals: counted.filter(([, state]) => state === 'APPROVED').length,
    changesRequested: counted.some(([, state]) => state === 'CHANGES_REQUESTED'),
  };
}

/** GitHub's verdict about the reviews that the base branch requires; null if it requires none. */
export function reviewDecision(world: World, repository: Repository, pull: Pull, issue: Issue): string | null {
  const counts = guardsOf(world, repository, pull.baseRef).flatMap(({ rules }) => rules.requiredReviews?.count ?? []);
  const needed = Math.max(0, ...counts);
  if (counts.length === 0) return null;
  const { approvals, changesRequested } = reviewsOf(world, repository, pull, issue);
  if (changesRequested) return 'CHANGES_REQUESTED';
  return approvals < needed ? 'REVIEW_REQUIRED' : 'APPROVED';
}
