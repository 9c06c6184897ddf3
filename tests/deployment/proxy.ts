import { createServer, request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of several processes. Requests go to them in turn, without regard to their senders. */
export interface Proxy {
  readonly url: string;
  /** The processes that get requests from now on. */
  route(urls: readonly string[]): void;
  /** Resolves when every request to a process is answered. Streams do not count. */
  drained(url: string): Promise<void>;
  /** How many requests each process got. */
  readonly served: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Starts a proxy that knows nothing about sessions. A client that goes away is gone for the process too. */
export const startProxy = async (): Promise<Proxy> => {
  let targets: readonly string[] = [];
  let next = 0;
  const served = new Map<string, number>();
  const open = new Map<string, number>();
  let onAnswered: () => void = () => undefined;
  const pass = (target: string, incoming: IncomingMessage, response: ServerResponse): void => {
    const { hostname, port } = new URL(target);
    const { method, headers, url } = incoming;
    const counts = headers['mcp-method'] !== 'subscriptions/listen';
    served.set(target, (served.get(target) ?? 0) + 1);
    if (counts) open.set(target, (open.get(target) ?? 0) + 1);
    // A fresh connection each time: a process that ends closes its idle ones.
    const options = { hostname, port, path: url, method, headers: { ...headers, connection: 'close' }, agent: false };
    const outgoing = send(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on('close', () => {
      outgoing.destroy();
      if (counts) open.set(target, (open.get(target) ?? 1) - 1);
      onAnswered();
    });
    incoming.pipe(outgoing);
  };
  const http = createServer((incoming, response) => {
    const target = targets[(next += 1) % targets.length];
    if (target === undefined) response.writeHead(503).end();
    else pass(target, incoming, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    route: (urls) => (targets = [...urls]),
    drained: async (url) => {
      while ((open.get(url) ?? 0) > 0) await new Promise<void>((resolve) => (onAnswered = resolve));
    },
    served,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
};
