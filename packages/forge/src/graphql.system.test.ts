import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from './graphql/build-schema.ts';
import { sampleSeed, sampleTokens } from './seed/sample.ts';
import { startForge, type Reply, type TestForge } from './testing/start-forge.ts';

// Git processes are slow on a busy machine; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let forge: TestForge;

beforeAll(async () => {
  const token = {
    token: 'fine',
    kind: 'fine-grained',
    permissions: ['issues=read'],
    repositories: ['mira/harbour'],
  };
  const users = (sampleSeed.users ?? []).map((user) =>
    'login' in user && 'tokens' in user && Array.isArray(user.tokens) && user.login === 'mira'
      ? { ...user, tokens: [...user.tokens, token] }
      : user,
  );
  forge = await startForge({ ...sampleSeed, users });
});

afterAll(async () => {
  await forge.close();
  expect(forge.errors).toEqual([]);
});

const ask = async (query: string, variables: object = {}, token: string = sampleTokens.mira): Promise<Reply['data']> =>
  (await forge.call('POST', '/graphql', { token, body: { query, variables } })).data;

const tide = 'repository(owner: "mira", name: "tidewater")';
const rest = (method: string, address: string, body?: unknown, token: string = sampleTokens.mira): Promise<Reply> =>
  forge.call(method, `/repos/mira/tidewater/${address}`, { token, body });

/** Every field of a type, down to a depth. Arguments that must be given have values that fit the sample. */
function everything(type: GraphQLNamedType, depth: number): string {
  if (isAbstractType(type))
    return [
      '__typename',
      ...schema.getPossibleTypes(type).map((one) => `... on ${one.name} { ${everything(one, depth)} }`),
    ].join(' ');
  if (!('getFields' in type)) return '';
  const fields = Object.values(type.getFields()).filter(
    (field): field is GraphQLField<unknown, unknown> => 'args' in field,
  );
  return fields
    .filter((field) => !isCompositeType(getNamedType(field.type)) || depth > 0)
    .map((field) => wholeField(type, field, depth))
    .join(' ');
}

function wholeField(type: GraphQLNamedType, field: GraphQLField<unknown, unknown>, depth: number): string {
  const inner = getNamedType(field.type);
  const name = `${type.name}_${field.name}: ${field.name}${argumentsOf(field)}`;
  if (!isCompositeType(inner)) return name;
  // Repositories lead to everything once more.
  return `${name} { __typename ${inner.name === 'Repository' ? 'id' : everything(inner, depth - 1)} }`;
}

const values: Readonly<Record<string, string>> = {
  number: '2',
  name: '"tidewater"',
  owner: '"mira"',
  login: '"mira"',
  slug: '"x"',
};

function argumentsOf({ args }: GraphQLField<unknown, unknown>): string {
  const given = args
    .filter(({ name, type }) => name === 'first' || isNonNullType(type))
    .map(({ name }) => `${name}: ${name === 'first' ? '2' : values[name]}`);
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

describe('GraphQL', () => {
  it('answers every field of its schema', async () => {
    const { Repository, User } = schema.getTypeMap();
    if (!isObjectType(Repository) || !isObjectType(User)) throw new Error('The schema lacks its roots.');
    expect((await ask(`{ viewer { ${everything(User, 1)} } }`)).errors).toBeUndefined();
    for (const field of Object.values(Repository.getFields())) {
      const { data, errors } = await ask(`{ ${tide} { ${wholeField(Repository, field, 4)} } }`);
      expect([field.name, errors]).toEqual([field.name, undefined]);
      expect(data.repository).toHaveProperty(`Repository_${field.name}`);
    }
  });

  it('agrees with REST about every pull request', async () => {
    const { data: pulls } = await rest('GET', 'pulls?state=all');
    for (const { number } of pulls) {
      const { data: pull } = await rest('GET', `pulls/${number}`);
      const { data } = await ask(
        `query($n: Int!) { ${tide} { pullRequest(number: $n) { id title body isDraft additions deletions changedFiles headRefOid headRefName baseRefName mergedAt closed url commits { totalCount } comments { totalCount } } } }`,
        { n: number },
      );
      expect(data.repository.pullRequest).toEqual({
        id: pull.node_id,
        title: pull.title,
        body: pull.body ?? '',
        isDraft: pull.draft,
        additions: pull.additions,
        deletions: pull.deletions,
        changedFiles: pull.changed_files,
        headRefOid: pull.head.sha,
        headRefName: pull.head.ref,
        baseRefName: pull.base.ref,
        mergedAt: pull.merged_at,
        closed: pull.state === 'closed',
        url: pull.html_url,
        commits: { totalCount: pull.commits },
        comments: { totalCount: pull.comments },
      });
    }
  });

  it('filters and orders pull requests and issues', async () => {
    const numbers = async (given: string): Promise<number[]> => {
      const { data } = await ask(`{ ${tide} { pullRequests(first: 100, ${given}) { nodes { number } } } }`);
      return data.repository.pullRequests.nodes.map(({ number }: { number: number }) => number);
    };
    expect(await numbers('states: [MERGED]')).toEqual([8]);
    expect(await numbers('states: [CLOSED]')).toEqual([9]);
    expect(await numbers('headRefName: "neap"')).toEqual([6]);
    expect(await numbers('baseRefName: "stable"')).toEqual([5]);
    const newest = await numbers('states: [OPEN], orderBy: { field: CREATED_AT, direction: DESC }');
    expect(newest).toEqual(newest.toSorted((a, b) => b - a));
    const issues = async (filter: string): Promise<number> =>
      (await ask(`{ ${tide} { issues(first: 5, filterBy: { ${filter} }) { totalCount } } }`)).data.repository.issues
        .totalCount;
    expect(await issues('createdBy: "reader"')).toBe(1);
    expect(await issues('createdBy: "nobody"')).toBe(0);
    expect(await issues('assignee: "reader"')).toBe(0);
  });

  it('shows private things and drafts to those who may see them', async () => {
    const harbour = '{ repository(owner: "mira", name: "harbour") { id isPrivate } }';
    expect((await ask(harbour)).data.repository.isPrivate).toBe(true);
    expect((await ask(harbour, {}, sampleTokens.reader)).errors[0]).toMatchObject({
      type: 'NOT_FOUND',
      message: "Could not resolve to a Repository with the name 'mira/harbour'.",
    });
    const { data: secret } = await ask(harbour);
    const byId = await ask(
      'query($id: ID!) { node(id: $id) { id } }',
      { id: secret.repository.id },
      sampleTokens.reader,
    );
    expect(byId).toMatchObject({ data: { node: null }, errors: [{ type: 'NOT_FOUND' }] });
    const releases = `{ ${tide} { releases(first: 9) { nodes { tagName } } } }`;
    expect((await ask(releases)).data.repository.releases.nodes).toHaveLength(2);
    expect((await ask(releases, {}, sampleTokens.reader)).data.repository.releases.nodes).toEqual([
      { tagName: 'v0.2.0' },
    ]);
  });

  it('refuses single fields to a fine-grained token', async () => {
    const query = `{ repository(owner: "mira", name: "harbour") { name issues(first: 1) { totalCount } pullRequests(first: 1) { totalCount } } }`;
    const { errors } = await ask(query, {}, 'fine');
    expect(errors).toMatchObject([{ type: 'FORBIDDEN', path: ['repository', 'pullRequests'] }]);
  });

  it('opens, reviews and merges a pull request', async () => {
    const { data } = await ask(`{ ${tide} { id } user(login: "mira") { id } }`);
    const { data: main } = await rest('GET', 'git/ref/heads/main');
    await rest('POST', 'git/refs', { ref: 'refs/heads/graph', sha: main.object.sha });
    const { data: put } = await rest('PUT', 'contents/graph.txt', { message: 'Graph', content: '', branch: 'graph' });
    const create = `mutation($input: CreatePullRequestInput!) { createPullRequest(input: $input) { pullRequest { id number } } }`;
    const input = { repositoryId: data.repository.id, title: 'Graph', headRefName: 'graph', baseRefName: 'main' };
    const opened = await ask(create, { input }, sampleTokens.jonas);
    const { id, number } = opened.data.createPullRequest.pullRequest;
    expect(await ask(create, { input }, sampleTokens.jonas)).toMatchObject({
      data: { createPullRequest: null },
      errors: [{ type: 'UNPROCESSABLE', message: 'A pull request already exists for mira:graph.' }],
    });
    const review = 'mutation($input: RequestReviewsInput!) { requestReviews(input: $input) { clientMutationId } }';
    await ask(review, { input: { pullRequestId: id, userIds: [data.user.id] } });
    expect((await rest('GET', `pulls/${number}`)).data.requested_reviewers).toMatchObject([{ login: 'mira' }]);
    await ask(review, { input: { pullRequestId: id, userIds: [] } });
    expect((await rest('GET', `pulls/${number}`)).data.requested_reviewers).toEqual([]);
    const merge = 'mutation($input: MergePullRequestInput!) { mergePullRequest(input: $input) { clientMutationId } }';
    const order = { pullRequestId: id, mergeMethod: 'SQUASH', commitHeadline: 'By GraphQL', clientMutationId: 'mine' };
    expect((await ask(merge, { input: { ...order, expectedHeadOid: main.object.sha } })).errors[0].message).toContain(
      'modified',
    );
    expect((await ask(merge, { input: order }, sampleTokens.reader)).errors[0].type).toBe('FORBIDDEN');
    expect((await ask(merge, { input: { ...order, authorEmail: 'x@y' } })).errors[0].message).toContain('email');
    expect((await ask(merge, { input: { ...order, expectedHeadOid: put.commit.sha } })).data).toEqual({
      mergePullRequest: { clientMutationId: 'mine' },
    });
    expect((await rest('GET', 'commits/main')).data.commit.message).toContain('By GraphQL');
  });

  it.each([
    ['no text', { query: 3 }, 400],
    ['a name of an operation that is not there', { query: 'query A { viewer { login } }', operationName: 'B' }, 200],
    ['several operations and no name', { query: 'query A { viewer { login } } query B { viewer { login } }' }, 200],
    ['a subscription', { query: 'subscription { x }' }, 200],
    [
      'a variable of the wrong type',
      {
        query:
          'query($n: Int!) { a: __typename @skip(if: false) b: repository(owner: "a", name: "b") { pullRequest(number: $n) { id } } }',
        variables: { n: 'x' },
      },
      200,
    ],
    [
      'an object id that is a number',
      {
        query: 'mutation($i: MergePullRequestInput!) { mergePullRequest(input: $i) { clientMutationId } }',
        variables: { i: { pullRequestId: 'x', expectedHeadOid: 3 } },
      },
      200,
    ],
  ])('refuses %s', async (_, body, status) => {
    const reply = await forge.call('POST', '/graphql', { token: sampleTokens.mira, body });
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.data).toMatchObject({ errors: [{ message: expect.any(String) }] });
  });

  it('stops a query that would read the same data endlessly', async () => {
    const twice = (index: number): string =>
      `fragment F${index} on Repository { ${['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: pullRequest(number: 2) { headRepository { ...F${index + 1} } }`).join(' ')} }`;
    const query = `{ ${tide} { ...F0 } } ${Array.from({ length: 12 }, (__, index) => twice(index)).join(' ')} fragment F12 on Repository { id }`;
    const reply = await forge.call('POST', '/graphql', { token: sampleTokens.mira, body: { query } });
    expect(reply).toMatchObject({ status: 502, data: { message: expect.stringContaining('Ask for less data') } });
  });

  it('asks git once for each pull request, however often a query asks', async () => {
    const aliases = Array.from(
      { length: 200 },
      (_, index) => `a${index}: pullRequest(number: 2) { additions changedFiles }`,
    );
    const { data } = await ask(`{ ${tide} { ${aliases.join(' ')} } }`);
    expect(new Set(Object.values(data.repository).map((pull) => JSON.stringify(pull))).size).toBe(1);
  });
});
