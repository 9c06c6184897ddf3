import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleSeed, sampleTokens } from './seed/sample.ts';
import { startForge, type TestForge } from './testing/start-forge.ts';

let forge: TestForge;

beforeAll(async () => {
  forge = await startForge({
    users: [...(sampleSeed.users ?? [])],
    repositories: [
      {
        owner: 'mira',
        name: 'tower',
        collaborators: [{ login: 'jonas', permission: 'push' }],
        commits: [
          { message: 'Begin', files: [{ path: 'a.txt', content: 'a\n' }] },
          { branch: 'guarded', message: 'Guard', files: [{ path: 'guarded.txt', content: 'g\n' }] },
          ...['one', 'two', 'three', 'four'].map((branch) => ({
            branch,
            message: branch,
            files: [{ path: `${branch}.txt`, content: 'x\n' }],
          })),
        ],
        protections: [
          {
            branch: 'guarded',
            rules: {
              required_status_checks: null,
              enforce_admins: true,
              required_pull_request_reviews: { required_approving_review_count: 1 },
              restrictions: null,
            },
          },
        ],
        issues: [{ title: 'Bells', body: 'They ring at https://bells.example/tower.', user: 'reader' }],
        pulls: [
          {
            title: 'Ring',
            head: 'one',
            base: 'guarded',
            user: 'jonas',
            reviewers: ['mira'],
            statuses: [{ context: 'build', state: 'success' }],
          },
          {
            title: 'Ring twice',
            body: 'Bells',
            head: 'two',
            base: 'guarded',
            user: 'jonas',
            draft: true,
            reviews: [{ user: 'mira', event: 'APPROVE' }],
            check_runs: [{ name: 'lint', status: 'in_progress' }],
          },
          {
            title: 'Silence',
            head: 'three',
            user: 'mira',
            reviews: [{ user: 'jonas', event: 'REQUEST_CHANGES', body: 'No.' }],
            comments: [{ user: 'reader', body: 'Why a silent carillon?' }],
            statuses: [{ context: 'build', state: 'failure' }],
          },
          { title: 'Merged', head: 'four', user: 'jonas', merged: 'squash' },
        ],
      },
    ],
  });
});
afterAll(async () => {
  expect(forge.errors).toEqual([]);
  await forge.close();
});

const all = 'repo:mira/tower';
const token = sampleTokens.mira;
const rest = (query: string) => forge.call('GET', `/search/issues?q=${encodeURIComponent(query)}`, { token });
const graphql = (query: string) =>
  forge.call('POST', '/graphql', {
    token,
    body: {
      query:
        'query($q: String!) { search(type: ISSUE, query: $q, first: 20) { nodes { ... on Issue { number } ... on PullRequest { number } } } }',
      variables: { q: query },
    },
  });
const numbersOf = (items: readonly { readonly number: number }[]): number[] => items.map(({ number }) => number);

// 1 is the issue, 2 to 4 are open pull requests, and 5 is merged.
describe('a search over REST and over GraphQL', () => {
  it.each([
    ['', [5, 4, 3, 2, 1]],
    ['is:pr is:open', [4, 3, 2]],
    ['-is:pr', [1]],
    ['is:pr -author:jonas', [4]],
    ['author:@me', [4]],
    ['-repo:mira/tower user:mira', []],
    ['review:required', [2]],
    ['review:approved', [3]],
    ['review:changes_requested', [4]],
    ['review:none is:pr', [5, 2]],
    ['review:whatever', []],
    ['status:success', [2]],
    ['status:pending', [3]],
    ['status:failure', [4]],
    ['-status:success is:pr', [5, 4, 3]],
    ['review-requested:@me', [2]],
    ['reviewed-by:jonas', [4]],
    ['commenter:reader', [4]],
    ['involves:reader', [4, 1]],
    ['bells', [3, 1]],
    ['in:title bells', [1]],
    ['in:comments carillon', [4]],
    ['carillon', []],
    ['bells -twice', [1]],
    ['https://bells.example/tower', [1]],
    ['label:bug', []],
    ['-label:bug is:issue', [1]],
    ['no:label is:issue', [1]],
    ['is:private', []],
    ['is:queued', []],
    ['sort:created-asc is:pr', [2, 3, 4, 5]],
    ['sort:comments-desc is:open is:pr', [4, 3, 2]],
  ])('%j finds %j', async (query, expected) => {
    const { data } = await rest(`${all} ${query}`.replace(/^repo:\S+ (?=-repo)/, ''));
    expect(numbersOf(data.items)).toEqual(expected);
    const { data: answer } = await graphql(`${all} ${query}`.replace(/^repo:\S+ (?=-repo)/, ''));
    expect(numbersOf(answer.data.search.nodes)).toEqual(expected);
  });

  it('refuses a qualifier that it would have to ignore', async () => {
    const refused = await rest(`${all} created:>2020-01-01`);
    expect(refused).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'q', message: expect.stringContaining('created') }] },
    });
    expect((await graphql(`${all} -language:go`)).data.errors).toHaveLength(1);
  });
});
