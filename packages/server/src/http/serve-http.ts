import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@recourse/engine';
import type { ErrorForm } from '../door/lane.ts';
import type { Serving } from '../stdio/serving.ts';
import { createHosts, isLoopbackAddress } from './hosts.ts';
import { HttpDoor } from './http-door.ts';
import { httpLimits } from './limits.ts';
import type { HttpLimits } from './limits.ts';

export interface ServeHttpOptions {
  /** The address to listen on: this machine only, unless given. Any other needs servers whose callers have keys. */
  readonly host?: string;
  /** 8788 unless given; 0 takes any that is free. */
  readonly port?: number;
  /** Further names that callers know this machine by. */
  readonly hosts?: readonly string[];
  /** Further hosts whose web pages may call. */
  readonly origins?: readonly string[];
  /** How failures reach a caller that is no MCP client, in the `jsonrpc` dialect. */
  readonly errors?: ErrorForm;
  readonly limits?: Partial<HttpLimits>;
  /** Whether calls can be served at present, for `/readyz`: the stores, for instance. */
  readonly ready?: () => Promise<boolean> | boolean;
  /** Told of what goes wrong beside any call. */
  readonly onError?: (error: Error) => void;
}

export interface HttpServing extends Serving {
  readonly port: number;
  /** Where the first server's MCP endpoint is. */
  readonly url: string;
}

const defaultPort = 8788;

/** Serves one or more servers over HTTP: MCP of both eras, and REST. */
export const serveHttp = async (
  given: Server | readonly Server[],
  options: ServeHttpOptions = {},
): Promise<HttpServing> => {
  const { host = '127.0.0.1', port = defaultPort, hosts = [], origins = [], onError = () => undefined } = options;
  const servers = 'name' in given ? [given] : given;
  const limits: HttpLimits = { ...httpLimits, ...options.limits };
  if (!isLoopbackAddress(host)) await refuseWithoutKeys(host, servers);
  const door = new HttpDoor({
    servers,
    hosts: createHosts({ host, hosts, origins }),
    errors: options.errors,
    ready: options.ready ?? (() => true),
    limits,
    onError,
  });
  const http = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.min(5000, limits.headersMs),
    // A header that is there twice, where there can be one, is neither: together they mean nothing to any check.
    joinDuplicateHeaders: true,
    // The door refuses a request without a host itself, with a code.
    requireHostHeader: false,
  });
  // Their size is bounded. Beyond a count, Node would leave headers out, and with them what has to be checked.
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
  const { port: taken } = http.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    port: taken,
    url: `http://${shown}:${taken}/mcp`,
    close: () => door.close(http),
    closed: door.closed,
  };
};

/** A door that everybody can reach and nobody needs a key for is not opened. */
const refuseWithoutKeys = async (host: string, servers: readonly Server[]): Promise<void> => {
  for (const server of servers) {
    if (await server.hasKeys()) continue;
    throw new TypeError(
      `'${server.name}' would be open to anybody who can reach ${host}, because there is no key to ask for. ` +
        'Create one with `recourse keys create`, or listen on 127.0.0.1.',
    );
  }
};
