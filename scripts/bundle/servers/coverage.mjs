import { variable } from '../variable.mjs';

/** @type {import('../servers.mjs').PublishedServer} */
export const coverage = {
  name: 'coverage',
  title: 'Recourse coverage',
  description: 'Runs the tests of a project for an agent and checks their coverage.',
  entry: { package: '@recourse/server-coverage', name: 'coverageEntry' },
  variables: [
    variable('COVERAGE_ROOT', 'Project folder', 'The folder of the project whose tests are run', {
      kind: 'directory',
      required: true,
    }),
    variable('COVERAGE_MODE', 'Mode', 'agent, which cannot change the policy, or ci; agent if empty'),
    variable('COVERAGE_ALLOW_UNATTESTED', 'Other profiles', '1 accepts profiles that this server did not create'),
    variable('GITHUB_TOKEN', 'GitHub token', 'The token that pr-comment uses', { secret: true }),
    variable('GITHUB_API_URL', 'GitHub API', 'The API of an enterprise server: https://<host>/api/v3'),
    variable('GITHUB_REPOSITORY', 'Repository', 'owner/name of the only repository that is written to'),
    variable('GITHUB_REF', 'Reference', 'refs/pull/<n>/… names the pull request of the pipeline'),
  ],
  sample: { COVERAGE_ROOT: '.' },
};
