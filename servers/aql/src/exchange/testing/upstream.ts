import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrived: the target is what stood in its first line. */
export interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (request: Arrived, response: ServerResponse) => void;

const echo: Answer = (_request, response) => {
  response.setHeader('content-type', 'application/json').end('{}');
};

/** An API on loopback until the test ends, which keeps what arrived. */
export const startUpstream = async (answer: Answer = echo) => {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const whole = { method, target: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      arrived.push(whole);
      answer(whole, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
};

/** Answers with JSON. */
export const sendJson = (
  response: ServerResponse,
  value: unknown,
  headers: Record<string, string> = {},
  status = 200,
) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
};
