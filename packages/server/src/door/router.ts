import type { Server } from '@recourse/engine';
import { metadataRoot } from '../oauth/resource-metadata.ts';

/** The target of a path. */
export type Target =
  | { readonly kind: 'mcp'; readonly server: Server }
  | { readonly kind: 'tools'; readonly server: Server; readonly tool?: string }
  | { readonly kind: 'openapi'; readonly server: Server }
  | { readonly kind: 'codes'; readonly code?: string }
  | ApprovalsTarget
  | { readonly kind: 'metadata'; readonly path: string }
  | { readonly kind: 'index' | 'healthz' | 'metrics' | 'readyz' };

/** The list of waiting calls, one of them, or a decision about it. */
export interface ApprovalsTarget {
  readonly kind: 'approvals';
  readonly id?: string;
  readonly verb?: 'approve' | 'deny';
}

/** First segments of paths that no server can be named after. */
const taken: ReadonlySet<string> = new Set([
  '.well-known',
  'mcp',
  'approvals',
  'codes',
  'healthz',
  'metrics',
  'readyz',
  'tools',
]);

/** Finds what a path leads to. Servers are found by name; the bare `/mcp` is the first server's. */
export type Router = (path: string) => Target | undefined;

export const createRouter = (servers: readonly Server[]): Router => {
  const named = new Map<string, Server>();
  for (const server of servers) {
    if (!/^[\w.~-]+$/u.test(server.name))
      throw new TypeError(`The server name '${server.name}' cannot be part of a path`);
    if (taken.has(server.name))
      throw new TypeError(`No server can be called '${server.name}': the path is already used`);
    if (named.has(server.name)) throw new TypeError(`Two servers are called '${server.name}'`);
    named.set(server.name, server);
  }
  const [first] = servers;
  if (!first) throw new TypeError('There are no servers to serve');
  const fixed = new Map<string, Target>([
    ['/', { kind: 'index' }],
    ['/mcp', { kind: 'mcp', server: first }],
    ['/approvals', { kind: 'approvals' }],
    ['/codes', { kind: 'codes' }],
    ['/healthz', { kind: 'healthz' }],
    ['/metrics', { kind: 'metrics' }],
    ['/readyz', { kind: 'readyz' }],
    ...servers.map((server) => [`/${server.name}/mcp`, { kind: 'mcp', server }] as const),
    ...servers.map((server) => [`/${server.name}/tools`, { kind: 'tools', server }] as const),
    ...servers.map((server) => [`/${server.name}/openapi.json`, { kind: 'openapi', server }] as const),
  ]);
  const resources = ['', '/mcp', ...servers.flatMap(({ name }) => [`/${name}/mcp`, `/${name}/tools`])];
  for (const path of resources) fixed.set(`${metadataRoot}${path}`, { kind: 'metadata', path });
  return (path) => fixed.get(path) ?? findNamed(path, named);
};

/** The resource that a path belongs to: of one tool and of the document, all tools of the server. */
export const resourcePathOf = (path: string): string =>
  path.replace(/^(\/[^/]+)\/(?:tools\/.*|openapi\.json)$/u, '$1/tools');

const findNamed = (path: string, named: ReadonlyMap<string, Server>): Target | undefined => {
  const [, one = '', two = '', three, ...more] = path.split('/');
  if (one === 'codes' && three === undefined && two !== '') return { kind: 'codes', code: two };
  if (one === 'approvals') return findApproval(two, three, more);
  const server = named.get(one);
  const tool = three === undefined || more.length > 0 ? undefined : decoded(three);
  return server && two === 'tools' && tool ? { kind: 'tools', server, tool } : undefined;
};

const findApproval = (id: string, verb: string | undefined, more: readonly string[]): ApprovalsTarget | undefined => {
  if (!/^[0-9a-z]{1,10}-[0-9a-f]{6}$/.test(id) || more.length > 0) return undefined;
  if (verb === undefined) return { kind: 'approvals', id };
  return verb === 'approve' || verb === 'deny' ? { kind: 'approvals', id, verb } : undefined;
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
