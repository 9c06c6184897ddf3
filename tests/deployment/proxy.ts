import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of several processes. Requests go to them in turn, whoever sends them. */
export interface Proxy {
  readonly url: string;
  /** The processes that get requests from now on. */
  route(urls: readonly string[]): void;
  /** How many requests each process got. */
  readonly served: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Starts a proxy that knows nothing about sessions. A client that goes away is gone for the process too. */
export const startProxy = async (): Promise<Proxy> => {
  let targets: readonly string[] = [];
  let next = 0;
  const served = new Map<string, number>();
  const http = createServer((incoming, response) => {
    const target = targets[(next += 1) % targets.length];
    if (target === undefined) return void response.writeHead(503).end();
    served.set(target, (served.get(target) ?? 0) + 1);
    const { hostname, port } = new URL(target);
    const { method, headers, url } = incoming;
    // A fresh connection each time: a process that ends closes its idle ones.
    const options = { hostname, port, path: url, method, headers: { ...headers, connection: 'close' }, agent: false };
    const outgoing = send(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    route: (urls) => (targets = urls),
    served,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
};
