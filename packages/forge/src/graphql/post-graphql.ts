import { ok, type Answer } from '../answers/answer.ts';
import { Refusal } from '../answers/refusal.ts';
import { nodeId, numberInNodeId } from '../bodies/node-id.ts';
import { htmlOf } from '../bodies/repository.ts';
import { authorize } from '../identity/access.ts';
import { atLeast } from '../identity/level.ts';
import { isObject } from '../input/read-input.ts';
import type { Call } from '../rest/call.ts';
import { GraphqlSyntaxError, parseGraphql, type Selection } from './parse-graphql.ts';

class FieldProblem extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** The two mutations that have no REST form, and whether each makes a draft. */
const mutations: Readonly<Record<string, boolean>> = {
  convertPullRequestToDraft: true,
  markPullRequestReadyForReview: false,
};

/** GraphQL only where REST has nothing: a draft becomes ready, and a ready pull request a draft. */
export function postGraphql(call: Call): Answer {
  const body = isObject(call.body) ? call.body : {};
  if (typeof body['query'] !== 'string')
    throw new Refusal(400, 'A query attribute must be specified and must be a string.');
  const variables = isObject(body['variables']) ? body['variables'] : {};
  const data: Record<string, unknown> = {};
  const errors: unknown[] = [];
  try {
    const operation = parseGraphql(body['query'], variables);
    for (const selection of operation.selections) {
      data[selection.alias] = null;
      try {
        data[selection.alias] = resolve(call, operation.kind, selection);
      } catch (error) {
        if (!(error instanceof FieldProblem) && !(error instanceof Refusal)) throw error;
        const type = error instanceof FieldProblem ? error.type : error.status === 404 ? 'NOT_FOUND' : 'FORBIDDEN';
        errors.push({ type, path: [selection.alias], message: error.message });
      }
    }
  } catch (error) {
    if (!(error instanceof GraphqlSyntaxError)) throw error;
    return ok({ errors: [{ message: error.message }] });
  }
  return ok(errors.length > 0 ? { data, errors } : { data });
}

function resolve(call: Call, kind: string, selection: Selection): unknown {
  if (selection.name === '__typename') return kind === 'mutation' ? 'Mutation' : 'Query';
  const draft = kind === 'mutation' && Object.hasOwn(mutations, selection.name) ? mutations[selection.name] : undefined;
  if (draft === undefined)
    throw new FieldProblem(
      'undefinedField',
      `Field '${selection.name}' doesn't exist on type '${kind === 'mutation' ? 'Mutation' : 'Query'}'`,
    );
  const input = isObject(selection.arguments['input']) ? selection.arguments['input'] : {};
  const id = typeof input['pullRequestId'] === 'string' ? input['pullRequestId'] : '';
  const pull = setDraft(call, id, draft);
  return select(
    { __typename: `${selection.name}Payload`, clientMutationId: input['clientMutationId'] ?? null, pullRequest: pull },
    selection,
  );
}

function setDraft(call: Call, id: string, draft: boolean): Record<string, unknown> {
  const { world } = call;
  const number = numberInNodeId('PullRequest', id);
  const pull = number === undefined ? undefined : world.state.pulls.find({ id: number });
  const unresolved = new FieldProblem(
    'NOT_FOUND',
    `Could not resolve to a node with the global id of '${id.slice(0, 100)}'`,
  );
  if (pull === undefined) throw unresolved;
  const repository = world.state.repositories.get(pull.repositoryId);
  const issue = world.state.issues.get(pull.issueId);
  const need = { level: 'read', known: true, permission: 'pull_requests=write' } as const;
  const level = authorize(world.state, need, call.facts.actor, repository);
  if (!atLeast(level, 'write') && issue.userId !== call.user.id)
    throw new FieldProblem('FORBIDDEN', `${call.user.login} does not have permission to update this pull request.`);
  if (issue.state === 'closed') throw new FieldProblem('UNPROCESSABLE', 'Pull request is closed');
  if (!draft && !pull.draft) throw new FieldProblem('UNPROCESSABLE', 'Pull request is not in draft state');
  if (draft && pull.draft) throw new FieldProblem('UNPROCESSABLE', 'Pull request is already in draft state');
  const updated = world.state.pulls.update(pull.id, { draft });
  world.state.issues.update(issue.id, { updatedAt: world.clock.now() });
  return {
    __typename: 'PullRequest',
    id: nodeId('PullRequest', pull.id),
    databaseId: pull.id,
    number: pull.number,
    title: issue.title,
    body: issue.body ?? '',
    state: 'OPEN',
    isDraft: updated.draft,
    merged: false,
    headRefName: pull.headRef,
    headRefOid: pull.headSha,
    baseRefName: pull.baseRef,
    baseRefOid: pull.baseSha,
    url: `${htmlOf(world, repository)}/pull/${pull.number}`,
    createdAt: issue.createdAt,
    updatedAt: world.clock.now(),
  };
}

/** Exactly the fields that were asked for. */
function select(source: Readonly<Record<string, unknown>>, { selections }: Selection): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const selection of selections) {
    if (!Object.hasOwn(source, selection.name))
      throw new FieldProblem(
        'undefinedField',
        `Field '${selection.name}' doesn't exist on type '${String(source['__typename'])}'`,
      );
    const value = source[selection.name];
    result[selection.alias] = isObject(value) ? select(value, selection) : value;
  }
  return result;
}
