import { associationOf } from '../../bodies/association.ts';
import { nodeId } from '../../bodies/node-id.ts';
import type { Repository } from '../../state/repositories.ts';
import type { Review } from '../../state/reviews.ts';
import { connect, type Connection, type PageArguments } from '../connection.ts';
import type { Context } from '../context.ts';
import { commitSource, userById, type PullSource, type UserSource } from '../sources.ts';
import { noReactions } from './absent.ts';
import type { Fields } from './fields.ts';

interface ReviewSource {
  readonly repository: Repository;
  readonly review: Review;
}

export function listReviews(context: Context, source: PullSource, page: PageArguments): Connection<ReviewSource> {
  return connect(
    visibleReviews(context, source).map((review) => ({ repository: source.repository, review })),
    page,
  );
}

/** The last review of each reviewer. */
export function latestReviews(context: Context, source: PullSource, page: PageArguments): Connection<ReviewSource> {
  const submitted = visibleReviews(context, source).filter(({ state }) => state !== 'PENDING');
  const last = new Map(submitted.map((review) => [review.userId, review]));
  return connect(
    [...last.values()].map((review) => ({ repository: source.repository, review })),
    page,
  );
}

/** A review that is not submitted is there for its author only. */
function visibleReviews({ world, actor }: Context, { pull }: PullSource): Review[] {
  return world.state.reviews
    .list({ pullId: pull.id })
    .filter(({ state, userId }) => state !== 'PENDING' || userId === actor.user.id);
}

export const reviewFields: Fields<ReviewSource> = {
  id: ({ review }) => nodeId('Review', review.id),
  author: ({ review }, _, { world }) => userById(world, review.userId),
  authorAssociation: ({ repository, review }, _, { world }) => associationOf(world, repository, review.userId),
  body: ({ review }) => review.body,
  commit: ({ repository, review }) => commitSource(repository, review.commitId),
  reactionGroups: () => noReactions,
  state: ({ review }) => review.state,
  submittedAt: ({ review }) => review.submittedAt,
};

export function listRequests(
  { world }: Context,
  { pull }: PullSource,
  page: PageArguments,
): Connection<{ readonly requestedReviewer: UserSource | null }> {
  const requests = world.state.reviewRequests.list({ pullId: pull.id });
  return connect(
    requests.map(({ userId }) => ({ requestedReviewer: userById(world, userId) })),
    page,
  );
}
