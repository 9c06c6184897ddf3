import type { ServerEntry } from '@recourse/server';

/** A server that comes with Recourse. Its package is loaded when the server is requested. */
export interface KnownServer {
  readonly name: string;
  readonly summary: string;
  /** A call to try on the embedded defaults, and what its answer shows. */
  readonly example?: ServerExample;
  /** Loads the server, with its own options. */
  load(options?: OwnOptions): Promise<ServerEntry>;
}

export interface ServerExample {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly shows: string;
  /** With this variable in the environment, the server works on other data, and the example means nothing. */
  readonly without?: string;
}

/** Options that only some servers have. */
export interface OwnOptions {
  readonly root?: string;
  readonly mode?: string;
  readonly prefix?: string;
  readonly allowUnattested?: boolean;
}

/** The server of adapter files. Without --adapter it serves the sample adapter. */
export const adapterServer = 'aql';
/** The server of one project: the working directory, unless --root names another folder. */
export const projectServer = 'coverage';

/** Every server that can be served by its name. */
export const knownServers: readonly KnownServer[] = [
  {
    name: 'github',
    summary: 'GitHub if GITHUB_TOKEN is set, otherwise a small local GitHub server',
    example: {
      tool: 'merge_pull_request',
      arguments: { repo: 'mira/tidewater', prNumber: 2 },
      shows: 'a merge asks for consent and shows exactly what it would merge',
      without: 'GITHUB_TOKEN',
    },
    load: async () => (await import('@recourse/server-github')).githubEntry,
  },
  {
    name: projectServer,
    summary: 'runs the tests of a project and checks its coverage',
    example: {
      tool: 'check',
      arguments: { configPath: 'missing.yaml' },
      shows: 'a missing file is reported with the next step',
    },
    load: async (options = {}) => (await import('@recourse/server-coverage')).createCoverageEntry(options),
  },
  {
    name: 'launch',
    summary: 'writes product pages for a Hugo site and opens a pull request',
    example: {
      tool: 'launch_get_status',
      arguments: { run_id: 'run_0001' },
      shows: 'an unknown run is reported with a specific code',
    },
    load: async () => (await import('@recourse/server-launch')).launchEntry,
  },
  {
    name: 'stage',
    summary: 'controls Electron apps and web pages',
    example: {
      tool: 'electron_click',
      arguments: { ref: 1 },
      shows: 'a click without a running app fails, and the failure suggests the call to make first',
    },
    load: async () => (await import('@recourse/stage')).stageEntry,
  },
  {
    name: 'fixture',
    summary: 'the server for the official conformance suite',
    load: async () => (await import('@recourse/server-fixture')).fixtureEntry,
  },
  {
    name: adapterServer,
    summary: 'any REST API described by an --adapter file, or a sample API',
    example: {
      tool: 'mcp_aql_read',
      arguments: { operation: 'get_repo', params: { owner: 'mira', repo: 'tidewatr' } },
      shows: 'how a 404 from the API becomes a code that says what was not found',
    },
    load: async (options = {}) => (await import('./sample-adapter.ts')).sampleAdapterEntry(options),
  },
];
