import type { ServerEntry } from '@recourse/server';
import { UsageError } from '../errors/operator-error.ts';

/** A server that comes with Recourse. Its package is loaded when the server is requested. */
export interface KnownServer {
  readonly name: string;
  readonly summary: string;
  /** Loads the server, with its own options. */
  load(options?: OwnOptions): Promise<ServerEntry>;
}

/** Options that only some servers have. */
export interface OwnOptions {
  readonly root?: string;
  readonly mode?: string;
  readonly allowUnattested?: boolean;
}

/** The server of adapter files, which --adapter names. */
export const adapterServer = 'aql';
/** The server of one project: the working directory, unless --root names another folder. */
export const projectServer = 'coverage';

/** Every server that can be served by its name. */
export const knownServers: readonly KnownServer[] = [
  {
    name: 'github',
    summary: 'GitHub with GITHUB_TOKEN; without one, a small local GitHub',
    load: async () => (await import('@recourse/server-github')).githubEntry,
  },
  {
    name: projectServer,
    summary: 'runs the tests of a project and checks its coverage',
    load: async (options = {}) => (await import('@recourse/server-coverage')).createCoverageEntry(options),
  },
  {
    name: 'launch',
    summary: 'pages about a product for a Hugo site, up to a pull request',
    load: async () => (await import('@recourse/server-launch')).launchEntry,
  },
  {
    name: 'stage',
    summary: 'Electron apps and web pages',
    load: async () => (await import('@recourse/stage')).stageEntry,
  },
  {
    name: 'fixture',
    summary: 'the server that the official conformance suite tests',
    load: async () => (await import('@recourse/server-fixture')).fixtureEntry,
  },
  {
    name: adapterServer,
    summary: 'any REST API that an --adapter file describes',
    load: () => Promise.reject(new UsageError(`'${adapterServer}' serves adapters: name one with --adapter <file>.`)),
  },
];
