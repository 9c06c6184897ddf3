import { ok, type Answer } from '../answers/answer.ts';
import { paged, readPage } from '../answers/paging.ts';
import { unprocessable } from '../answers/refusal.ts';
import { associationOf } from '../bodies/association.ts';
import { nodeId } from '../bodies/node-id.ts';
import type { PullFacts } from '../bodies/pull.ts';
import { apiOf, htmlOf } from '../bodies/repository.ts';
import { userById } from '../bodies/user.ts';
import { isSha } from '../git/names.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { Review } from '../state/reviews.ts';
import type { World } from '../world.ts';
import type { RepositoryCall } from './call.ts';
import { findPull } from './find-pull.ts';

const { text, optional, oneOf } = fields;

const states = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

function reviewBody(world: World, { repository, pull }: PullFacts, review: Review): Record<string, unknown> {
  const html = `${htmlOf(world, repository)}/pull/${pull.number}#pullrequestreview-${review.id}`;
  const self = `${apiOf(world, repository)}/pulls/${pull.number}`;
  return {
    id: review.id,
    node_id: nodeId('Review', review.id),
    user: userById(world, review.userId),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: self,
    author_association: associationOf(world, repository, review.userId),
    _links: { html: { href: html }, pull_request: { href: self } },
    ...(review.submittedAt === null ? {} : { submitted_at: review.submittedAt }),
    commit_id: review.commitId,
  };
}

export function listReviews(call: RepositoryCall): Answer {
  const facts = findPull(call);
  const reviews = call.world.state.reviews.list({ pullId: facts.pull.id });
  return paged(readPage(call.url), reviews, (review) => reviewBody(call.world, facts, review));
}

export async function createReview(call: RepositoryCall): Promise<Answer> {
  const facts = findPull(call);
  const { state } = call.world;
  const input = readInput(call.body, {
    event: optional(oneOf(['APPROVE', 'REQUEST_CHANGES', 'COMMENT'])),
    body: optional(text),
    commit_id: optional(text),
  });
  const own = facts.issue.userId === call.user.id;
  if (own && input.event === 'APPROVE') throw unprocessable('Can not approve your own pull request');
  if (own && input.event === 'REQUEST_CHANGES') throw unprocessable('Can not request changes on your own pull request');
  if (input.event !== undefined && input.event !== 'APPROVE' && !input.body)
    throw unprocessable('You need to leave a comment indicating the requested changes.');
  const commitId = input.commit_id ?? facts.pull.headSha;
  if (!isSha(commitId) || (await call.git.objects.info(commitId))?.type !== 'commit')
    throw unprocessable('commit_id is not part of the pull request');
  const review = state.transaction(() => {
    state.reviewRequests.delete({ pullId: facts.pull.id, userId: call.user.id });
    return state.reviews.insert({
      pullId: facts.pull.id,
      userId: call.user.id,
      state: input.event ? states[input.event] : 'PENDING',
      body: input.body ?? '',
      commitId,
      submittedAt: input.event ? call.world.clock.now() : null,
    });
  });
  return ok(reviewBody(call.world, facts, review));
}
