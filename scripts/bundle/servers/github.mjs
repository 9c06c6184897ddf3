import { variable } from '../variable.mjs';

/** @type {import('../servers.mjs').PublishedServer} */
export const github = {
  name: 'github',
  title: 'Recourse GitHub',
  description: 'Repositories, commits and pull requests on GitHub; every refusal says what to do next.',
  entry: { package: '@recourse/server-github', name: 'githubEntry' },
  variables: [
    variable('GITHUB_TOKEN', 'GitHub token', 'A personal access token for the repositories that the server may use', {
      required: true,
      secret: true,
    }),
    variable('GITHUB_API_URL', 'GitHub API', 'The API of an enterprise server: https://<host>/api/v3'),
    variable('GITHUB_READ_ONLY', 'Read only', '1 disables the tools that write'),
    variable(
      'GITHUB_READ_REPOS',
      'Readable repositories',
      'Repositories that the server may read: octocat/hello-world,acme/*',
    ),
    variable(
      'GITHUB_WRITE_REPOS',
      'Writable repositories',
      'Repositories that the server may write to, and therefore read',
    ),
    variable(
      'GITHUB_WRITES_PER_HOUR',
      'Writes per hour',
      'The maximum number of changes per tool and repository in an hour',
    ),
    variable('GITHUB_WRITE_INTERVAL_MS', 'Pause', 'Milliseconds between two writes, after a burst of ten'),
    variable(
      'GITHUB_MERGEABLE_WAIT_SECONDS',
      'Wait',
      'Seconds to wait for GitHub to determine whether a merge is possible',
    ),
    variable('GITHUB_TIMEOUT_SECONDS', 'Time limit', 'The maximum duration of one request to GitHub, in seconds'),
  ],
};
