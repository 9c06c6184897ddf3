import type { MergeState } from '../domain/merge-state.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { associationOf } from './association.ts';
import { nodeId } from './node-id.ts';
import { apiOf, htmlOf, repositoryBody } from './repository.ts';
import { userBody, userById } from './user.ts';

export interface PullFacts {
  readonly repository: Repository;
  readonly pull: Pull;
  readonly issue: Issue;
}

/** A pull request as lists show it: without anything that must be computed. */
export function simplePullBody(world: World, { repository, pull, issue }: PullFacts): Record<string, unknown> {
  const [api, html] = [apiOf(world, repository), `${htmlOf(world, repository)}/pull/${pull.number}`];
  const [self, asIssue] = [`${api}/pulls/${pull.number}`, `${api}/issues/${pull.number}`];
  const owner = userBody(world, world.state.users.get(repository.ownerId));
  const repo = repositoryBody(world, repository);
  const requested = world.state.reviewRequests.list({ pullId: pull.id });
  const addresses = {
    review_comments: `${self}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    comments: `${asIssue}/comments`,
    statuses: `${api}/statuses/${pull.headSha}`,
    commits: `${self}/commits`,
  };
  const links = { self, html, issue: asIssue, ...addresses };
  return {
    id: pull.id,
    node_id: nodeId('PullRequest', pull.id),
    url: self,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: asIssue,
    ...Object.fromEntries(Object.entries(addresses).map(([name, address]) => [`${name}_url`, address])),
    number: pull.number,
    state: issue.state,
    locked: false,
    active_lock_reason: null,
    title: issue.title,
    user: userById(world, issue.userId),
    body: issue.body,
    labels: [],
    milestone: null,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: null,
    assignees: [],
    requested_reviewers: requested.map(({ userId }) => userById(world, userId)),
    requested_teams: [],
    draft: pull.draft,
    head: {
      label: `${String(owner['login'])}:${pull.headRef}`,
      ref: pull.headRef,
      sha: pull.headSha,
      user: owner,
      repo,
    },
    base: {
      label: `${String(owner['login'])}:${pull.baseRef}`,
      ref: pull.baseRef,
      sha: pull.baseSha,
      user: owner,
      repo,
    },
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    author_association: associationOf(world, repository, issue.userId),
    auto_merge: null,
  };
}

export interface PullNumbers {
  readonly commits: number;
  readonly additions: number;
  readonly deletions: number;
  readonly changedFiles: number;
}

/** A pull request's own answer. */
export function pullBody(
  world: World,
  facts: PullFacts,
  merge: MergeState,
  numbers: PullNumbers,
): Record<string, unknown> {
  const { pull, issue } = facts;
  return {
    ...simplePullBody(world, facts),
    merged: pull.mergedAt !== null,
    mergeable: merge.mergeable,
    rebaseable: merge.rebaseable,
    mergeable_state: merge.state,
    merged_by: userById(world, pull.mergedById),
    comments: world.state.comments.count({ issueId: issue.id }),
    review_comments: 0,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: numbers.commits,
    additions: numbers.additions,
    deletions: numbers.deletions,
    changed_files: numbers.changedFiles,
  };
}
