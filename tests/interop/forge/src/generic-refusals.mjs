import { routes } from '@recourse/forge';
import { tokens } from './lab.mjs';

const values = {
  path: 'README.md',
  branch: 'main',
  ref: 'heads/main',
  sha: '0'.repeat(40),
  basehead: 'main...feature',
  pull_number: '1',
  issue_number: '1',
  comment_id: '1',
  check_run_id: '1',
  username: 'wim',
  org: 'open-org',
  commit_sha: '0'.repeat(40),
  file_sha: '0'.repeat(40),
  tree_sha: 'main',
  ruleset_id: '1',
  release_id: '1',
  tag: 'v1',
  workflow_id: '1',
  run_id: '1',
  job_id: '1',
};

export function addressOf(route, owner, repo) {
  return route.path.replace(/\{(\w+)\*?\}/g, (_, name) => ({ owner, repo, ...values })[name] ?? 'x');
}

const isRepository = (route) => 'need' in route;
const writes = (route) => isRepository(route) && (route.need.level !== 'read' || route.need.known === true);
const body = (route) => (route.method === 'GET' || route.method === 'DELETE' ? undefined : {});

/** Refusals that do not depend on what is asked, for every row of the table: name, rows, request, expected status. */
export const genericRefusals = [
  { name: 'bad credentials', rows: routes, token: 'nobody', repo: ['ada', 'lab'], expect: () => 401 },
  {
    name: 'nobody known writes',
    rows: routes.filter(writes),
    token: undefined,
    repo: ['ada', 'lab'],
    expect: () => 401,
  },
  {
    name: 'private for strangers',
    rows: routes.filter(isRepository),
    token: tokens.sam,
    repo: ['ada', 'vault'],
    expect: () => 404,
  },
  {
    name: 'private for nobody known',
    rows: routes.filter(isRepository),
    token: undefined,
    repo: ['ada', 'vault'],
    expect: () => 404,
  },
  {
    name: 'no such repository',
    rows: routes.filter(isRepository),
    token: tokens.ada,
    repo: ['ada', 'nothing'],
    expect: () => 404,
  },
  {
    name: 'no scopes',
    rows: routes.filter(isRepository),
    token: tokens.noScopes,
    repo: ['ada', 'vault'],
    expect: () => 404,
  },
  {
    name: 'fine-grained token without the permission',
    rows: routes.filter((route) => isRepository(route) && !route.need.permission.startsWith('metadata')),
    token: tokens.fine,
    repo: ['ada', 'vault'],
    expect: () => 403,
    header: (route) => ['x-accepted-github-permissions', route.need.permission],
  },
  {
    name: 'single sign-on',
    rows: routes.filter(isRepository),
    token: tokens.noSso,
    repo: ['acme', 'plant'],
    expect: () => 403,
    header: () => ['x-github-sso', /^required; url=/],
  },
  {
    name: 'archived',
    rows: routes.filter((route) => writes(route) && !route.need.archived),
    token: tokens.ada,
    repo: ['ada', 'attic'],
    expect: () => 403,
  },
  {
    name: 'a reader writes',
    rows: routes.filter((route) => isRepository(route) && ['write', 'admin'].includes(route.need.level)),
    token: tokens.rea,
    repo: ['ada', 'lab'],
    expect: (route) => (route.need.denied === 'hide' ? 404 : 403),
  },
  {
    name: 'a former name',
    rows: routes.filter(isRepository),
    token: tokens.ada,
    repo: ['ada', 'old-name'],
    expect: (route) => (route.method === 'GET' ? 301 : 307),
    header: () => ['location', /\/repos\/ada\/new-name/],
  },
  {
    name: 'the primary limit',
    rows: routes.filter((route) => route.bucket !== 'free'),
    token: tokens.spent,
    repo: ['ada', 'lab'],
    expect: () => 403,
    header: () => ['x-ratelimit-remaining', '0'],
  },
].map((refusal) => ({
  ...refusal,
  requests: refusal.rows.map((route) => ({
    route,
    path: addressOf(route, ...refusal.repo),
    body: body(route),
    status: refusal.expect(route),
    header: refusal.header?.(route),
  })),
}));
