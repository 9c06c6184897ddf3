import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of HTTP that answers as a test wants it to. */
export interface StartedDoor {
  readonly url: string;
  /** The requests that came. */
  readonly seen: readonly { readonly method: string; readonly path: string; readonly headers: object }[];
  close(): Promise<void>;
}

export const startDoor = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<StartedDoor> => {
  const seen: { method: string; path: string; headers: object }[] = [];
  const server = createServer((incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    seen.push({ method, path, headers });
    // A client that hangs up has seen enough.
    response.on('error', () => undefined);
    answer(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Hands requests on to a server, and hangs up instead of giving the first answer to a call of the tool back. */
export const startLosingDoor = (base: string, tool: string): Promise<StartedDoor> => {
  let isLost = false;
  return startDoor((incoming, outgoing) => {
    const { method, url: path = '', headers } = incoming;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      // REST names the tool in the path, MCP in the body.
      const isCall = path.endsWith(`/${tool}`) || body.includes(`"name":"${tool}"`);
      const { host, hostname, port } = new URL(base);
      const forwarded = request({ hostname, port, method, path, headers: { ...headers, host } }, (answer) => {
        if (!isLost && isCall) {
          isLost = true;
          answer.resume();
          answer.on('end', () => outgoing.destroy());
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      forwarded.end(body);
    });
  });
};
