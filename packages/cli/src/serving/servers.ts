import type { ServerEntry } from '@recourse/server';

/** A server that comes with Recourse. It is loaded only when it is asked for. */
export interface KnownServer {
  readonly name: string;
  readonly summary: string;
  load(): Promise<ServerEntry>;
}

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
];
