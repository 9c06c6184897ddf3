import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Server } from '@recourse/engine';
import type { ErrorForm } from '../call/render.ts';
import type { Serving } from '../serving.ts';
import type { ApprovalDesk } from '../wire/rest/approval-desk.ts';
import { createAddressSet, isEveryAddress, isLoopbackAddress } from './addresses.ts';
import { createHosts } from './hosts.ts';
import { HttpDoor } from './http-door.ts';
import { httpLimits } from './limits.ts';
import type { HttpLimits } from './limits.ts';
import { MetricsDoor } from './metrics-door.ts';
import type { MetricsOptions } from './metrics-door.ts';
import type { OAuthDoor } from './oauth-door.ts';
import type { OAuthOptions } from '../oauth/oauth-options.ts';
import { followTlsFiles, readTlsFiles } from './tls-files.ts';
import type { TlsFiles } from './tls-files.ts';

/** The callers over HTTP that need no key. */
export type Anonymous = 'loopback' | 'none';

export interface ServeHttpOptions {
  /** The address to listen on; defaults to 127.0.0.1. An address that others can reach needs servers with keys. */
  readonly host?: string;
  /** Defaults to 8788; 0 takes any free port. */
  readonly port?: number;
  /**
   * Further names of this machine, for the Host header. Behind a proxy, or on an address that stands for every one, each
   * name that callers use must be here.
   */
  readonly hosts?: readonly string[];
  /** Further hosts whose web pages may call. */
  readonly origins?: readonly string[];
  /**
   * The callers that need no key: `loopback` for those on this machine, `none` for no callers. If unset, each server
   * decides when it starts: `loopback` if it has no keys, otherwise `none`.
   */
  readonly anonymous?: Anonymous | undefined;
  /** Answers over HTTPS with this certificate. Changed files are used for new connections. */
  readonly tls?: TlsFiles | undefined;
  /** Serves `/metrics`; without it there is no such path. */
  readonly metrics?: MetricsOptions | undefined;
  /** Recognises callers with access tokens of an authorization server, in addition to callers with keys. */
  readonly oauth?: OAuthOptions | undefined;
  /**
   * Addresses and CIDR ranges of proxies. Their forwarding headers name the client on record, and their callers always
   * need a key.
   */
  readonly trustedProxies?: readonly string[];
  /**
   * Whether clients of the revisions before 2026-07-28 get a session, which lives in this process. If unset, they do
   * unless a server's store spans machines.
   */
  readonly sessions?: boolean | undefined;
  /** How failures reach a caller that is not an MCP client, in the `jsonrpc` dialect. */
  readonly errors?: ErrorForm;
  readonly limits?: Partial<HttpLimits>;
  /** Serves `/approvals` to approvers; without it there is no such path. */
  readonly approvals?: ApprovalDesk;
  /** Whether calls can be served now, for `/readyz`: whether the stores can be reached, for instance. */
  readonly ready?: () => Promise<boolean> | boolean;
  /** Receives errors that belong to no call. */
  readonly onError?: (error: Error) => void;
}

export interface HttpServing extends Serving {
  readonly port: number;
  /** The first server's MCP endpoint, for callers on this machine. */
  readonly url: string;
  /** `loopback` if any server admits callers on this machine without a key. */
  readonly anonymous: Anonymous;
  /** Whether clients of the revisions before 2026-07-28 get a session. */
  readonly sessions: boolean;
}

const defaultPort = 8788;

/** Serves one or more servers over HTTP: MCP in both protocol eras, and REST. */
export const serveHttp = async (
  given: Server | readonly Server[],
  options: ServeHttpOptions = {},
): Promise<HttpServing> => {
  const { host = '127.0.0.1', port = defaultPort, hosts = [], origins = [], onError = () => undefined } = options;
  const servers = 'name' in given ? [given] : given;
  const limits: HttpLimits = { ...httpLimits, ...options.limits };
  const { trustedProxies = [] } = options;
  const callers = {
    hosts: createHosts({ host, hosts, origins }),
    trustedProxies: trustedProxies.length > 0 ? createAddressSet(trustedProxies) : undefined,
  };
  const oauth = options.oauth && (await openOAuth(options.oauth, servers));
  if (!isLoopbackAddress(host) && !oauth) await refuseWithoutKeys(host, servers);
  const anonymous = await findAnonymous(servers, options.anonymous ?? (oauth && 'none'));
  const sessions = options.sessions ?? !servers.some(({ sharing }) => sharing.spansMachines);
  const door = new HttpDoor({
    servers,
    anonymous,
    callers,
    errors: options.errors,
    approvals: options.approvals,
    oauth,
    metrics: options.metrics && new MetricsDoor(options.metrics, servers, options.anonymous !== 'none'),
    ready: options.ready ?? (() => true),
    limits,
    sessions,
    onError,
  });
  const settings = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.min(5000, limits.headersMs),
    // Two values for a header that can have one are joined, and then no check accepts them.
    joinDuplicateHeaders: true,
    // The door itself refuses a request without a Host, with a code.
    requireHostHeader: false,
  };
  const { tls } = options;
  const secure = tls && { ...readTlsFiles(tls), minVersion: 'TLSv1.2' as const, handshakeTimeout: limits.headersMs };
  const https = secure && createTlsServer({ ...settings, ...secure });
  const http = https ?? createServer(settings);
  // Their size is bounded. With a maximum count, Node would drop headers that have to be checked.
  http.maxHeadersCount = 0;
  door.attach(http);
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, () => {
      http.off('error', reject);
      http.on('error', onError);
      resolve();
    });
  });
  const endFollowing = https && tls ? followTlsFiles(https, tls, onError) : () => undefined;
  void door.closed.then(endFollowing);
  const { port: taken } = http.address() as AddressInfo;
  const shown = reachable(host);
  return {
    port: taken,
    url: `${https ? 'https' : 'http'}://${shown}:${taken}/mcp`,
    anonymous: anonymous.size > 0 ? 'loopback' : 'none',
    sessions,
    close: (how) => door.close(http, how),
    closed: door.closed,
  };
};

/** Only a server with access tokens loads the parts that check them. */
const openOAuth = async (options: OAuthOptions, servers: readonly Server[]): Promise<OAuthDoor> => {
  const [{ createAuthorizer }, { OAuthDoor: Door }] = await Promise.all([
    import('../oauth/authorizer.ts'),
    import('./oauth-door.ts'),
  ]);
  const [first] = servers;
  return new Door(options, createAuthorizer(options, first?.now), servers);
};

/** The host of a URL that reaches the server from this machine: no request can name every address. */
const reachable = (host: string): string => {
  if (isEveryAddress(host)) return host.includes(':') ? '[::1]' : '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** The servers that admit local callers without a key. A server with keys does so only if it is told to. */
const findAnonymous = async (
  servers: readonly Server[],
  anonymous: Anonymous | undefined,
): Promise<ReadonlySet<Server>> => {
  if (anonymous !== undefined) return new Set(anonymous === 'loopback' ? servers : []);
  const keyed = await Promise.all(servers.map((server) => server.hasKeys()));
  return new Set(servers.filter((_, index) => !keyed[index]));
};

/** Refuses to listen where others can reach a server that has no keys to ask for. */
const refuseWithoutKeys = async (host: string, servers: readonly Server[]): Promise<void> => {
  for (const server of servers) {
    if (await server.hasKeys()) continue;
    throw new TypeError(
      `'${server.name}' would be open to everyone who can reach ${host}, because no key is configured. ` +
        'Create one with `recourse keys create`, or listen on 127.0.0.1.',
    );
  }
};
