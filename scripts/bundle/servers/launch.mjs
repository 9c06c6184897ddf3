import { variable } from '../variable.mjs';

/** @type {import('../servers.mjs').PublishedServer} */
export const launch = {
  name: 'launch',
  title: 'Recourse launch',
  description: 'Turns a product repository into checked pages of a site, up to a pull request.',
  entry: { package: '@recourse/server-launch', name: 'launchEntry' },
  variables: [
    variable('GITHUB_TOKEN', 'GitHub token', 'Token that reads private repositories and opens pull requests', {
      secret: true,
    }),
    variable('GITHUB_API_URL', 'GitHub API', 'The API of an enterprise server'),
    variable('LAUNCH_REPOSITORIES', 'Repositories', 'Addresses that runs may read from, separated by commas'),
    variable('LAUNCH_SITE_URL', 'Site', 'The repository of the site, for runs that are started from an address'),
    variable('LAUNCH_COMMIT_SERVICE_URL', 'Commit service', 'Publishes through this service instead of GitHub'),
    variable('LAUNCH_COMMIT_SERVICE_TOKEN', 'Token of the commit service', 'The token of that service', {
      secret: true,
    }),
    variable('LAUNCH_TELEMETRY_URL', 'Telemetry', 'Receives the events of runs'),
    variable('LAUNCH_TELEMETRY_TOKEN', 'Token of the telemetry', 'The token of that address', { secret: true }),
    variable('LAUNCH_HUGO', 'Hugo', 'The hugo program; found in PATH if empty', { kind: 'file' }),
    variable('LAUNCH_EXTERNAL_LINKS', 'External links', '1 lets gates request the URLs that pages link to'),
    variable('LAUNCH_RUN_SAMPLES', 'Samples', '1 runs the code samples of products, confined'),
    variable('LAUNCH_LLM_ENDPOINTS', 'Language models', 'Models that runs may use, each with the variable of its key'),
    variable('LAUNCH_TRUST_SITES', 'Trusted sites', '1 builds sites that compile code where hugo cannot be confined'),
    variable('LAUNCH_OVERSEERS', 'Overseers', 'Principals that use the runs of every principal; * for all'),
  ],
  sample: { GITHUB_TOKEN: 'placeholder' },
  // A native program reads products in TypeScript, and runs outlive the process in SQLite.
  native: ['typescript', 'libsql'],
  store: '${HOME}/.recourse/launch.db',
};
