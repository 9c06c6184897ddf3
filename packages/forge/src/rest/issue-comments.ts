import { created, noContent, ok, type Answer } from '../answers/answer.ts';
import { paged, readPage } from '../answers/paging.ts';
import { notFound, Refusal, validationFailed } from '../answers/refusal.ts';
import { commentBody } from '../bodies/issue.ts';
import { atLeast } from '../identity/level.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { Comment } from '../state/issues.ts';
import type { RepositoryCall } from './call.ts';
import { findIssue } from './issues.ts';

const maxBody = 65_536;

export function listIssueComments(call: RepositoryCall): Answer {
  const comments = call.world.state.comments.list({ issueId: findIssue(call).id });
  return paged(readPage(call.url), comments, (comment) => commentBody(call.world, call.repository, comment));
}

export function createIssueComment(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const issue = findIssue(call);
  const now = world.clock.now();
  const comment = world.state.transaction(() => {
    world.state.issues.update(issue.id, { updatedAt: now });
    return world.state.comments.insert({
      repositoryId: repository.id,
      issueId: issue.id,
      userId: call.user.id,
      body: textOf(call),
      createdAt: now,
      updatedAt: now,
    });
  });
  const body = commentBody(world, repository, comment);
  return created(body, String(body['url']));
}

export function getIssueComment(call: RepositoryCall): Answer {
  return ok(commentBody(call.world, call.repository, find(call)));
}

export function updateIssueComment(call: RepositoryCall): Answer {
  const comment = own(call);
  const updated = call.world.state.comments.update(comment.id, {
    body: textOf(call),
    updatedAt: call.world.clock.now(),
  });
  return ok(commentBody(call.world, call.repository, updated));
}

export function deleteIssueComment(call: RepositoryCall): Answer {
  call.world.state.comments.delete({ id: own(call).id });
  return noContent;
}

function find(call: RepositoryCall): Comment {
  const id = call.numberParameter('comment_id');
  const comment = call.world.state.comments.find({ id, repositoryId: call.repository.id });
  if (comment === undefined) throw notFound();
  return comment;
}

/** The caller's own comment, or any comment if the caller may write. */
function own(call: RepositoryCall): Comment {
  const comment = find(call);
  if (comment.userId !== call.user.id && !atLeast(call.level, 'write'))
    throw new Refusal(403, 'You must have write access to change the comments of others.');
  return comment;
}

function textOf(call: RepositoryCall): string {
  const { body } = readInput(call.body, { body: fields.text });
  if (body.trim() === '') throw validationFailed({ resource: 'IssueComment', field: 'body', code: 'missing_field' });
  if (body.length > maxBody)
    throw validationFailed({
      resource: 'IssueComment',
      field: 'body',
      code: 'custom',
      message: `body is too long (maximum is ${maxBody} characters)`,
    });
  return body;
}
