import { createForge, limitPresets } from '@recourse/forge';

const open = {
  required_status_checks: null,
  enforce_admins: null,
  required_pull_request_reviews: null,
  restrictions: null,
};

export const tokens = {
  ada: 'lab-ada',
  wim: 'lab-wim',
  rea: 'lab-rea',
  sam: 'lab-sam',
  noScopes: 'lab-no-scopes',
  fine: 'lab-fine',
  noSso: 'lab-no-sso',
  spent: 'lab-spent',
};

/** Every kind of user that an answer can depend on, and a repository for each case. */
export const labSeed = {
  users: [
    {
      login: 'ada',
      name: 'Ada',
      tokens: [
        { token: tokens.ada },
        { token: tokens.noScopes, scopes: [] },
        { token: tokens.spent },
        {
          token: tokens.fine,
          kind: 'fine-grained',
          permissions: ['metadata=read'],
          repositories: ['ada/lab', 'ada/vault'],
        },
      ],
    },
    { login: 'wim', tokens: [{ token: tokens.wim }, { token: tokens.noSso, scopes: ['repo'] }] },
    { login: 'rea', tokens: [{ token: tokens.rea }] },
    { login: 'sam', tokens: [{ token: tokens.sam }] },
    { login: 'acme', type: 'Organization', saml: true, members: [{ login: 'wim', role: 'admin' }] },
    { login: 'open-org', type: 'Organization', members: [{ login: 'wim', role: 'admin' }] },
  ],
  repositories: [
    {
      owner: 'ada',
      name: 'lab',
      description: 'where things are tried',
      collaborators: [
        { login: 'wim', permission: 'push' },
        { login: 'rea', permission: 'pull' },
      ],
      commits: [
        {
          message: 'Begin',
          at: '2026-01-01T00:00:00Z',
          files: [
            { path: 'README.md', content: '# lab\n' },
            { path: 'src/a.txt', content: 'a\n' },
            { path: 'src/b.txt', content: 'b\n' },
          ],
        },
        { branch: 'feature', message: 'A feature', files: [{ path: 'src/feature.txt', content: 'f\n' }] },
        { branch: 'second', message: 'A second', files: [{ path: 'src/second.txt', content: 's\n' }] },
        { branch: 'clash', message: 'A clash', files: [{ path: 'src/a.txt', content: 'clash\n' }] },
        { branch: 'guarded', message: 'Guarded', files: [{ path: 'guard.txt', content: 'g\n' }] },
        { branch: 'to-guarded', from: 'guarded', message: 'More', files: [{ path: 'more.txt', content: 'm\n' }] },
        { branch: 'unopened', message: 'Not opened', files: [{ path: 'unopened.txt', content: 'u\n' }] },
        { message: 'Go on', files: [{ path: 'src/a.txt', content: 'aa\n' }] },
      ],
      tags: [{ name: 'v1', branch: 'main' }],
      issues: [{ title: 'An issue', body: 'text' }],
      pulls: [
        { title: 'Feature', head: 'feature', user: 'wim', reviews: [{ user: 'ada', event: 'COMMENT', body: 'hm' }] },
        { title: 'Second', head: 'second', user: 'wim', draft: true },
        { title: 'Clash', head: 'clash', user: 'wim' },
        { title: 'To guarded', head: 'to-guarded', base: 'guarded', user: 'wim' },
      ],
      protections: [
        {
          branch: 'guarded',
          rules: {
            ...open,
            enforce_admins: true,
            required_status_checks: { strict: false, contexts: ['ci'] },
            required_pull_request_reviews: { required_approving_review_count: 1 },
          },
        },
      ],
    },
    {
      owner: 'ada',
      name: 'vault',
      private: true,
      commits: [
        { message: 'Begin', files: [{ path: 'README.md', content: 'secret\n' }] },
        { branch: 'feature', message: 'More', files: [{ path: 'x', content: 'x\n' }] },
      ],
      pulls: [{ title: 'Hidden', head: 'feature' }],
    },
    {
      owner: 'ada',
      name: 'attic',
      archived: true,
      commits: [
        { message: 'Begin', files: [{ path: 'README.md', content: 'old\n' }] },
        { branch: 'feature', message: 'More', files: [{ path: 'x', content: 'x\n' }] },
      ],
      pulls: [{ title: 'Old', head: 'feature' }],
    },
    { owner: 'ada', name: 'empty' },
    {
      owner: 'ada',
      name: 'quiet',
      has_issues: false,
      commits: [{ message: 'Begin', files: [{ path: 'README.md', content: 'q\n' }] }],
      issues: [{ title: 'unseen' }],
    },
    { owner: 'ada', name: 'old-name', commits: [{ message: 'Begin', files: [{ path: 'README.md', content: 'o\n' }] }] },
    {
      owner: 'acme',
      name: 'plant',
      private: true,
      commits: [{ message: 'Begin', files: [{ path: 'README.md', content: 'p\n' }] }],
    },
  ],
};

const { core, search, graphql } = limitPresets.primary.primary;

/** GitHub's limits, but not for who is unknown: there are more requests to try than sixty. */
const generous = {
  ...limitPresets.primary,
  primary: { core: { ...core, anonymous: 5000 }, search: { ...search, authenticated: 500 }, graphql },
};

export function startLab(options = {}) {
  const errors = [];
  return createForge({
    seed: labSeed,
    control: 'lab-key',
    limits: generous,
    onError: (error, id) => errors.push(`${id} ${error instanceof Error ? error.stack : error}`),
    ...options,
  }).then((forge) => ({ ...forge, errors }));
}
