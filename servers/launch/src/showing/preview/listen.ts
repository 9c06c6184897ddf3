import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usualHeaders } from './headers.ts';
import type { Handler } from './create-handler.ts';

const host = '127.0.0.1';

/** A server on this machine that answers once it has a handler. */
export interface Listener {
  readonly url: string;
  handle(handler: Handler): void;
  close(): Promise<void>;
}

/**
 * Listens on a port of the loopback address, on any free one for 0. Requests for another host are refused: a page on the
 * web could otherwise read the preview under a name of its own that leads here.
 */
export const listen = async (port: number): Promise<Listener> => {
  let handler: Handler = (_, response) => Promise.resolve(refuse(response, 503, 'The site is being built.'));
  const server = createServer((request, response) => {
    const hosts = [`${host}:${portOf(server)}`, `localhost:${portOf(server)}`];
    if (!hosts.includes(request.headers.host?.toLowerCase() ?? '')) {
      return refuse(response, 421, 'The Host header must be the address of this preview.');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Only GET and HEAD are supported.');
    handler(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The page could not be served.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${portOf(server)}/`,
    handle: (given) => {
      handler = given;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const refuse = (response: ServerResponse, status: number, reason: string): void => {
  response
    .writeHead(status, {
      ...usualHeaders,
      'content-type': 'text/plain; charset=utf-8',
      ...(status === 405 && { allow: 'GET, HEAD' }),
    })
    .end(`${reason}\n`);
};
