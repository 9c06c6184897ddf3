import type { JsonObject } from '@recourse/contract';

/** One problem as the contract lists it. */
interface ExpectedProblem {
  readonly message: string;
  readonly path: string;
  readonly keyword: string;
  readonly params: JsonObject;
}

/** A call, and what the schema says to it; no problem means that it gets through to GitHub. */
export interface ValidationCase {
  readonly rule: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly problems: readonly ExpectedProblem[];
}

/** Does not exist, so that a valid call fails at GitHub and changes nothing. */
const repo = 'nobody/nothing';
const sha = 'abc1234';
const files = [{ path: 'a.txt', content: 'a' }];

const repoPattern = '^[a-zA-Z0-9._-]+/[a-zA-Z0-9._-]+$';
const branchPattern = '^[a-zA-Z0-9._/-]+$';
const shaPattern = '^[a-f0-9]{7,40}$';
const dotPattern = String.raw`(^|/)\.{1,2}(/|$)`;

const missing = (name: string, path = 'root'): ExpectedProblem => ({
  message: `must have required property '${name}'`,
  path,
  keyword: 'required',
  params: { missingProperty: name },
});
const unknown = (name: string, path = 'root'): ExpectedProblem => ({
  message: 'must NOT have additional properties',
  path,
  keyword: 'additionalProperties',
  params: { additionalProperty: name },
});
const pattern = (path: string, expected: string): ExpectedProblem => ({
  message: `must match pattern "${expected}"`,
  path,
  keyword: 'pattern',
  params: { pattern: expected },
});
const tooLong = (path: string, limit: number): ExpectedProblem => ({
  message: `must NOT be longer than ${limit} characters`,
  path,
  keyword: 'maxLength',
  params: { limit },
});
const tooShort = (path: string): ExpectedProblem => ({
  message: 'must NOT have fewer than 1 characters',
  path,
  keyword: 'minLength',
  params: { limit: 1 },
});
const low = (path: string): ExpectedProblem => ({
  message: 'must be >= 1',
  path,
  keyword: 'minimum',
  params: { comparison: '>=', limit: 1 },
});
const high = (path: string): ExpectedProblem => ({
  message: 'must be <= 100',
  path,
  keyword: 'maximum',
  params: { comparison: '<=', limit: 100 },
});
const type = (path: string, expected: string): ExpectedProblem => ({
  message: `must be ${expected}`,
  path,
  keyword: 'type',
  params: { type: expected },
});
const choice = (path: string, ...allowed: readonly string[]): ExpectedProblem => ({
  message: 'must be equal to one of the allowed values',
  path,
  keyword: 'enum',
  params: { allowedValues: allowed },
});
const dots: ExpectedProblem = {
  message: `must NOT match pattern "${dotPattern}"`,
  path: '/repo',
  keyword: 'not',
  params: {},
};
const both: ExpectedProblem = {
  message: "must NOT have both 'branch' and 'ref'",
  path: 'root',
  keyword: 'not',
  params: {},
};

const text = (length: number): string => 'x'.repeat(length);

type Row = readonly [rule: string, args: JsonObject, ...problems: readonly ExpectedProblem[]];
const casesOf = (tool: string, ...rows: readonly Row[]): readonly ValidationCase[] =>
  rows.map(([rule, args, ...problems]) => ({ rule, tool, args, problems }));

const paging = (base: JsonObject): readonly Row[] => [
  ['page from 1', { ...base, page: 0 }, low('/page')],
  ['page to 100', { ...base, page: 101 }, high('/page')],
  ['per_page from 1', { ...base, per_page: 0 }, low('/per_page')],
  ['per_page to 100', { ...base, per_page: 101 }, high('/per_page')],
  ['page and per_page at their ends', { ...base, page: 1, per_page: 100 }],
];

/** Cases for the title, body and draft of a pull request. */
const texts = (base: JsonObject): readonly Row[] => [
  ['title from 1', { ...base, title: '' }, tooShort('/title')],
  ['title to 256', { ...base, title: text(257) }, tooLong('/title', 256)],
  ['body to 10000', { ...base, body: text(10_001) }, tooLong('/body', 10_000)],
  ['title and body at their ends', { ...base, title: text(256), body: text(10_000) }],
  ['body from 0', { ...base, body: '' }],
  ['draft is a boolean', { ...base, draft: 'yes' }, type('/draft', 'boolean')],
];

const pull = { repo, title: 't', head: 'topic', base: 'main' };
const commit = { repo, branch: 'topic', message: 'm', files };

/** Every rule line of the contract, and more than one case for most. */
export const validationCases: readonly ValidationCase[] = [
  ...casesOf(
    'search',
    ['query is required', {}, missing('query')],
    ['query from 1', { query: '' }, tooShort('/query')],
    ['query to 256', { query: text(257) }, tooLong('/query', 256)],
    ['query is a string', { query: 7 }, type('/query', 'string')],
    ['page is an integer', { query: 'q', page: 1.5 }, type('/page', 'integer')],
    ['page is no text', { query: 'q', page: '2' }, type('/page', 'integer')],
    ['no additional properties', { query: 'q', sort: 'stars' }, unknown('sort')],
    ['all problems at once', { page: 0, sort: 'stars' }, missing('query'), unknown('sort'), low('/page')],
    ['query at its end', { query: text(256) }],
    ...paging({ query: 'q' }),
  ),
  ...casesOf(
    'fetch',
    ['repo is required', {}, missing('repo')],
    ['repo is owner/repo', { repo: 'nothing' }, pattern('/repo', repoPattern)],
    ['repo has two parts', { repo: 'a/b/c' }, pattern('/repo', repoPattern)],
    ['repo has no spaces', { repo: 'a b/c' }, pattern('/repo', repoPattern)],
    ['repo has no empty part', { repo: '/b' }, pattern('/repo', repoPattern)],
    ['repo is a string', { repo: 7 }, type('/repo', 'string')],
    ["no part is '..'", { repo: '../user' }, dots],
    ["no part is '.'", { repo: 'user/.' }, dots],
    ['no additional properties', { repo, path: 'a' }, unknown('path')],
    ['valid characters', { repo: 'no-body._/no.thing-_' }],
    ['dots within a part', { repo: 'nobody/..nothing' }],
  ),
  ...casesOf(
    'list_directory',
    ['repo and path are required', {}, missing('repo'), missing('path')],
    ['path is required', { repo }, missing('path')],
    ['path to 500', { repo, path: text(501) }, tooLong('/path', 500)],
    ['branch or ref, not both', { repo, path: 'src', branch: 'main', ref: 'v1' }, both],
    ['branch has valid characters', { repo, path: 'src', branch: 'a b' }, pattern('/branch', branchPattern)],
    ['branch to 100', { repo, path: 'src', branch: text(101) }, tooLong('/branch', 100)],
    ['path at its end', { repo, path: text(500) }],
    ['branch alone', { repo, path: 'src', branch: text(100) }],
    ['ref alone', { repo, path: 'src', ref: 'v1.0/x_y-z' }],
    ['the root', { repo, path: '' }],
  ),
  ...casesOf(
    'read_file',
    ['repo is required', { path: 'a' }, missing('repo')],
    ['path is required', { repo }, missing('path')],
    ['path from 1', { repo, path: '' }, tooShort('/path')],
    ['path to 500', { repo, path: text(501) }, tooLong('/path', 500)],
    ['branch or ref, not both', { repo, path: 'a', branch: 'main', ref: 'v1' }, both],
    ['no additional properties', { repo, path: 'a', line: 7 }, unknown('line')],
    ['branch alone', { repo, path: 'a', branch: 'main' }],
    ['ref alone', { repo, path: 'a', ref: sha }],
  ),
  ...casesOf(
    'get_tree',
    ['repo is required', {}, missing('repo')],
    ['branch or ref, not both', { repo, branch: 'main', ref: 'main' }, both],
    ['ref has valid characters', { repo, ref: 'v1^{}' }, pattern('/ref', branchPattern)],
    ['repo alone', { repo }],
    ['ref alone', { repo, ref: 'v1' }],
  ),
  ...casesOf(
    'get_commits',
    ['repo is required', {}, missing('repo')],
    ['sha from 7', { repo, sha: 'abc123' }, pattern('/sha', shaPattern)],
    ['sha to 40', { repo, sha: 'a'.repeat(41) }, pattern('/sha', shaPattern)],
    ['sha is hexadecimal', { repo, sha: 'ghijklm' }, pattern('/sha', shaPattern)],
    ['sha is lower case', { repo, sha: 'ABC1234' }, pattern('/sha', shaPattern)],
    ['branch has valid characters', { repo, branch: 'a:b' }, pattern('/branch', branchPattern)],
    ['branch and sha', { repo, branch: 'main', sha: 'a'.repeat(40) }],
    ...paging({ repo }),
  ),
  ...casesOf('get_branches', ['repo is required', {}, missing('repo')], ...paging({ repo })),
  ...casesOf(
    'list_pull_requests',
    ['repo is required', {}, missing('repo')],
    ['state is one of three', { repo, state: 'merged' }, choice('/state', 'open', 'closed', 'all')],
    ['state is a string', { repo, state: null }, type('/state', 'string'), choice('/state', 'open', 'closed', 'all')],
    ['all states', { repo, state: 'all' }],
    ...paging({ repo }),
  ),
  ...casesOf(
    'get_pr_mergeability',
    ['repo and prNumber are required', {}, missing('repo'), missing('prNumber')],
    ['prNumber is required', { repo }, missing('prNumber')],
    ['prNumber from 1', { repo, prNumber: 0 }, low('/prNumber')],
    ['prNumber is an integer', { repo, prNumber: 1.5 }, type('/prNumber', 'integer')],
    ['prNumber is no text', { repo, prNumber: '1' }, type('/prNumber', 'integer')],
    ['both given', { repo, prNumber: 1 }],
  ),
  ...casesOf(
    'get_checks_for_sha',
    ['sha is required', { repo }, missing('sha')],
    ['sha from 7', { repo, sha: 'abc123' }, pattern('/sha', shaPattern)],
    ['sha to 40', { repo, sha: 'a'.repeat(41) }, pattern('/sha', shaPattern)],
    ['sha is a string', { repo, sha: 1_234_567 }, type('/sha', 'string')],
    ['sha at its shortest', { repo, sha }],
  ),
  ...casesOf(
    'create_pull_request',
    ['all four are required', {}, missing('repo'), missing('title'), missing('head'), missing('base')],
    ['title is required', { repo, head: 'topic', base: 'main' }, missing('title')],
    ['head is required', { repo, title: 't', base: 'main' }, missing('head')],
    ['base is required', { repo, title: 't', head: 'topic' }, missing('base')],
    ['head has valid characters', { ...pull, head: 'to pic' }, pattern('/head', branchPattern)],
    ['no additional properties', { ...pull, labels: [] }, unknown('labels')],
    ...texts(pull),
  ),
  ...casesOf(
    'update_pull_request',
    ['repo and prNumber are required', { title: 't' }, missing('repo'), missing('prNumber')],
    ['state is one of two', { repo, prNumber: 1, state: 'all' }, choice('/state', 'open', 'closed')],
    ['nothing but what is required', { repo, prNumber: 1 }],
    ...texts({ repo, prNumber: 1 }),
  ),
  ...casesOf(
    'merge_pull_request',
    ['prNumber is required', { repo }, missing('prNumber')],
    [
      'merge_method is one of three',
      { repo, prNumber: 1, merge_method: 'fast' },
      choice('/merge_method', 'merge', 'squash', 'rebase'),
    ],
    ['commit_title to 256', { repo, prNumber: 1, commit_title: text(257) }, tooLong('/commit_title', 256)],
    [
      'commit_message to 10000',
      { repo, prNumber: 1, commit_message: text(10_001) },
      tooLong('/commit_message', 10_000),
    ],
    ['sha from 7', { repo, prNumber: 1, sha: 'abc' }, pattern('/sha', shaPattern)],
    ['delete_branch is a boolean', { repo, prNumber: 1, delete_branch: 1 }, type('/delete_branch', 'boolean')],
    [
      'everything at its end',
      {
        repo,
        prNumber: 1,
        merge_method: 'rebase',
        commit_title: '',
        commit_message: text(10_000),
        sha,
        delete_branch: true,
      },
    ],
  ),
  ...casesOf(
    'commit_files',
    ['all four are required', {}, missing('repo'), missing('branch'), missing('message'), missing('files')],
    ['message from 1', { ...commit, message: '' }, tooShort('/message')],
    ['message to 256', { ...commit, message: text(257) }, tooLong('/message', 256)],
    [
      'files from 1',
      { ...commit, files: [] },
      { message: 'must NOT have fewer than 1 items', path: '/files', keyword: 'minItems', params: { limit: 1 } },
    ],
    [
      'files to 20',
      { ...commit, files: Array.from({ length: 21 }, (_, index) => ({ path: `${index}`, content: '' })) },
      { message: 'must NOT have more than 20 items', path: '/files', keyword: 'maxItems', params: { limit: 20 } },
    ],
    ['files is an array', { ...commit, files: { path: 'a' } }, type('/files', 'array')],
    [
      'a file needs path and content',
      { ...commit, files: [{}] },
      missing('path', '/files/0'),
      missing('content', '/files/0'),
    ],
    ['path of a file from 1', { ...commit, files: [{ path: '', content: '' }] }, tooShort('/files/0/path')],
    ['path of a file to 500', { ...commit, files: [{ path: text(501), content: '' }] }, tooLong('/files/0/path', 500)],
    [
      'encoding is one of two',
      { ...commit, files: [...files, { path: 'b', content: '', encoding: 'utf-16' }] },
      choice('/files/1/encoding', 'utf8', 'base64'),
    ],
    [
      'no additional properties in a file',
      { ...commit, files: [{ path: 'a', content: '', mode: '100755' }] },
      unknown('mode', '/files/0'),
    ],
    ['content is a string', { ...commit, files: [{ path: 'a', content: null }] }, type('/files/0/content', 'string')],
    [
      '20 files, empty ones too',
      { ...commit, files: Array.from({ length: 20 }, (_, index) => ({ path: `${index}`, content: '' })) },
    ],
    ['base64', { ...commit, files: [{ path: 'a', content: 'YQ==', encoding: 'base64' }] }],
  ),
];

/** The sentences of the contract, and the call that each of them answers. */
export const sentences: readonly (readonly [sentence: string, tool: string, args: JsonObject])[] = [
  ["Validation errors: must have required property 'query'", 'search', {}],
  ['Validation errors: must match pattern "^[a-zA-Z0-9._-]+/[a-zA-Z0-9._-]+$"', 'fetch', { repo: 'nothing' }],
  ['Validation errors: must NOT be longer than 256 characters', 'search', { query: text(257) }],
  ['Validation errors: must NOT have additional properties', 'fetch', { repo, x: 1 }],
  ['Validation errors: must be equal to one of the allowed values', 'list_pull_requests', { repo, state: 'any' }],
  ['Validation errors: must be integer', 'search', { query: 'q', page: 'one' }],
  ['Validation errors: must be >= 1', 'search', { query: 'q', page: 0 }],
];
