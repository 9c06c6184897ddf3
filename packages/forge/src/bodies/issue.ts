import type { Comment, Issue } from '../state/issues.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { associationOf } from './association.ts';
import { nodeId } from './node-id.ts';
import { apiOf, htmlOf } from './repository.ts';
import { userById } from './user.ts';

/** An issue, or a pull request seen as one. */
export function issueBody(world: World, repository: Repository, issue: Issue): Record<string, unknown> {
  const [api, html] = [apiOf(world, repository), htmlOf(world, repository)];
  const self = `${api}/issues/${issue.number}`;
  const page = `${html}/${issue.isPull ? 'pull' : 'issues'}/${issue.number}`;
  const pull = issue.isPull ? world.state.pulls.find({ issueId: issue.id }) : undefined;
  return {
    url: self,
    repository_url: api,
    labels_url: `${self}/labels{/name}`,
    comments_url: `${self}/comments`,
    events_url: `${self}/events`,
    html_url: page,
    id: issue.id,
    node_id: pull ? nodeId('PullRequest', pull.id) : nodeId('Issue', issue.id),
    number: issue.number,
    title: issue.title,
    user: userById(world, issue.userId),
    labels: [],
    state: issue.state,
    state_reason: issue.state === 'closed' && !issue.isPull ? 'completed' : null,
    locked: false,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: world.state.comments.count({ issueId: issue.id }),
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: associationOf(world, repository, issue.userId),
    active_lock_reason: null,
    body: issue.body,
    ...(pull
      ? {
          draft: pull.draft,
          pull_request: {
            url: `${api}/pulls/${issue.number}`,
            html_url: page,
            diff_url: `${page}.diff`,
            patch_url: `${page}.patch`,
            merged_at: pull.mergedAt,
          },
        }
      : {}),
  };
}

export function commentBody(world: World, repository: Repository, comment: Comment): Record<string, unknown> {
  const api = apiOf(world, repository);
  const issue = world.state.issues.get(comment.issueId);
  const page = `${htmlOf(world, repository)}/${issue.isPull ? 'pull' : 'issues'}/${issue.number}`;
  return {
    url: `${api}/issues/comments/${comment.id}`,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    user: userById(world, comment.userId),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(world, repository, comment.userId),
    body: comment.body,
  };
}
