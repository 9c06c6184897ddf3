/**
 * Every server that is published. One row is all it takes: its server.json for the MCP registry and its .mcpb bundle
 * are made from it. The words for people stay under 100 characters, as the registry demands.
 *
 * @typedef {object} Variable
 * @property {string} name An environment variable that the server reads.
 * @property {string} title What a form calls it.
 * @property {string} description
 * @property {boolean} required
 * @property {boolean} secret
 * @property {string} [sample] A value that the server starts with, where not any text will do.
 *
 * @typedef {object} PublishedServer
 * @property {string} name As `recourse serve` knows it.
 * @property {string} title
 * @property {string} description
 * @property {readonly Variable[]} variables
 * @property {() => Promise<import('@recourse/server').ServerEntry>} load
 */

/** @type {readonly PublishedServer[]} */
export const servers = [
  {
    name: 'coverage',
    title: 'Recourse coverage',
    description: 'Runs the tests of a project and says whether its coverage holds; nothing hostile gets through.',
    variables: [
      {
        name: 'COVERAGE_ROOT',
        title: 'Project folder',
        description: 'The folder of the project whose tests are run; nothing outside of it is touched',
        required: true,
        secret: false,
        sample: '.',
      },
    ],
    load: async () => (await import('@recourse/server-coverage')).coverageEntry,
  },
  {
    name: 'fixture',
    title: 'Recourse fixture',
    description: 'The tools of the official conformance suite, with failures that say what to do next.',
    variables: [],
    load: async () => (await import('@recourse/server-fixture')).fixtureEntry,
  },
  {
    name: 'github',
    title: 'Recourse GitHub',
    description: 'Repositories, branches, files and pull requests on GitHub; every refusal says what to do next.',
    variables: [
      {
        name: 'GITHUB_TOKEN',
        title: 'GitHub token',
        description: 'A personal access token for the repositories that the server may use',
        required: true,
        secret: true,
      },
    ],
    load: async () => (await import('@recourse/server-github')).githubEntry,
  },
];
