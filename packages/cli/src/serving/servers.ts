import type { ServerEntry } from '@recourse/server';
import { UsageError } from '../command.ts';

/** A server that comes with Recourse. It is loaded only when it is asked for. */
export interface KnownServer {
  readonly name: string;
  readonly summary: string;
  load(): Promise<ServerEntry>;
}

/** The server of adapters: it is nothing without the files that --adapter names. */
export const adapterServer = 'aql';

/** Every server that can be served by its name. */
export const knownServers: readonly KnownServer[] = [
  {
    name: 'github',
    summary: 'GitHub with GITHUB_TOKEN; without one, a small GitHub of its own',
    load: async () => (await import('@recourse/server-github')).githubEntry,
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
