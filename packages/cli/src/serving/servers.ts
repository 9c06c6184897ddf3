import type { ServerEntry } from '@recourse/server';
import { UsageError } from '../command.ts';

/** A server that comes with Recourse. It is loaded only when it is asked for. */
export interface KnownServer {
  readonly name: string;
  readonly summary: string;
  /** With the options that only this server has. */
  load(options?: OwnOptions): Promise<ServerEntry>;
}

/** What some servers take and others do not. */
export interface OwnOptions {
  readonly root?: string;
  readonly mode?: string;
}

/** The server of adapters: it is nothing without the files that --adapter names. */
export const adapterServer = 'aql';
/** The server of one project: its folder is the working directory unless --root names another. */
export const projectServer = 'coverage';

/** Every server that can be served by its name. */
export const knownServers: readonly KnownServer[] = [
  {
    name: 'github',
    summary: 'GitHub with GITHUB_TOKEN; without one, a small GitHub of its own',
    load: async () => (await import('@recourse/server-github')).githubEntry,
  },
  {
    name: projectServer,
    summary: 'runs the tests of a project and says whether its coverage holds',
    load: async (options = {}) => (await import('@recourse/server-coverage')).createCoverageEntry(options),
  },
  {
    name: 'fixture',
    summary: 'what the official conformance suite asks of a server',
    load: async () => (await import('@recourse/server-fixture')).fixtureEntry,
  },
  {
    name: adapterServer,
    summary: 'any REST API, each as its --adapter file describes it',
    load: () => Promise.reject(new UsageError(`'${adapterServer}' serves adapters: name one with --adapter <file>.`)),
  },
];
