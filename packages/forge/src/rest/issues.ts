import { created, ok, type Answer } from '../answers/answer.ts';
import { paged, readPage } from '../answers/paging.ts';
import { notFound, Refusal, validationFailed } from '../answers/refusal.ts';
import { issueBody } from '../bodies/issue.ts';
import { insertIssue } from '../domain/create-pull.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { Issue } from '../state/issues.ts';
import type { RepositoryCall } from './call.ts';

const { text, optional, nullable } = fields;

export function findIssue(call: RepositoryCall): Issue {
  const { world, repository } = call;
  const issue = world.state.issues.find({ repositoryId: repository.id, number: call.numberParameter('issue_number') });
  if (issue === undefined) throw notFound();
  if (!issue.isPull && !repository.hasIssues) throw issuesDisabled();
  return issue;
}

const issuesDisabled = (): Refusal => new Refusal(410, 'Issues has been disabled in this repository.');

export function getIssue(call: RepositoryCall): Answer {
  return ok(issueBody(call.world, call.repository, findIssue(call)));
}

export function listIssues(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const state = call.choice('Issue', 'state', ['open', 'closed', 'all'], 'open');
  const all = world.state.issues
    .list({ repositoryId: repository.id }, { order: '-number' })
    .filter((issue) => state === 'all' || issue.state === state)
    .filter((issue) => issue.isPull || repository.hasIssues);
  return paged(readPage(call.url), all, (issue) => issueBody(world, repository, issue));
}

export function createIssue(call: RepositoryCall): Answer {
  const { world, repository } = call;
  if (!repository.hasIssues) throw issuesDisabled();
  const input = readInput(call.body, { title: text, body: optional(nullable(text)) });
  if (input.title.trim() === '') throw validationFailed({ resource: 'Issue', field: 'title', code: 'missing_field' });
  const issue = world.state.transaction(() =>
    insertIssue(world, repository, {
      isPull: false,
      title: input.title,
      body: input.body ?? null,
      userId: call.user.id,
    }),
  );
  const body = issueBody(world, repository, issue);
  return created(body, String(body['url']));
}
