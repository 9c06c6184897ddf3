import type { Server } from '@recourse/engine';

/** What a path leads to. */
export type Target =
  | { readonly kind: 'mcp'; readonly server: Server }
  | { readonly kind: 'tools'; readonly server: Server; readonly tool?: string }
  | { readonly kind: 'codes'; readonly code?: string }
  | { readonly kind: 'index' | 'healthz' | 'readyz' };

/** First parts of a path that are no server's. */
const taken: ReadonlySet<string> = new Set(['mcp', 'codes', 'healthz', 'readyz', 'tools']);

/** Finds what a path leads to. Servers go by their names; the bare `/mcp` is the first one's. */
export type Router = (path: string) => Target | undefined;

export const createRouter = (servers: readonly Server[]): Router => {
  const named = new Map<string, Server>();
  for (const server of servers) {
    if (!/^[\w.~-]+$/u.test(server.name)) throw new TypeError(`'${server.name}' cannot be the part of a path`);
    if (taken.has(server.name)) throw new TypeError(`No server can be called '${server.name}': the path is taken`);
    if (named.has(server.name)) throw new TypeError(`Two servers are called '${server.name}'`);
    named.set(server.name, server);
  }
  const [first] = servers;
  if (!first) throw new TypeError('There is no server to serve');
  const fixed = new Map<string, Target>([
    ['/', { kind: 'index' }],
    ['/mcp', { kind: 'mcp', server: first }],
    ['/codes', { kind: 'codes' }],
    ['/healthz', { kind: 'healthz' }],
    ['/readyz', { kind: 'readyz' }],
    ...servers.map((server) => [`/${server.name}/mcp`, { kind: 'mcp', server }] as const),
    ...servers.map((server) => [`/${server.name}/tools`, { kind: 'tools', server }] as const),
  ]);
  return (path) => fixed.get(path) ?? findNamed(path, named);
};

const findNamed = (path: string, named: ReadonlyMap<string, Server>): Target | undefined => {
  const [, one = '', two = '', three, ...more] = path.split('/');
  if (one === 'codes' && three === undefined && two !== '') return { kind: 'codes', code: two };
  const server = named.get(one);
  const tool = three === undefined || more.length > 0 ? undefined : decoded(three);
  return server && two === 'tools' && tool ? { kind: 'tools', server, tool } : undefined;
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
