import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Server } from '@recourse/engine';
import { serveHttp } from '../door/serve-http.ts';
import type { ServeHttpOptions } from '../door/serve-http.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; of an event stream, its last message. */
  readonly json: Record<string, unknown>;
}

export interface HttpQuestion {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: unknown;
}

/** An HTTP server on a free port, and a client that sends raw requests. */
export const openHttp = async (servers: Server | readonly Server[], options: ServeHttpOptions = {}) => {
  const serving = await serveHttp(servers, { port: 0, ...options });
  const ask = ({ method = 'POST', path = '/mcp', headers = {}, body }: HttpQuestion): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const text =
        body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const sent = request(
        {
          port: serving.port,
          host: '127.0.0.1',
          method,
          path,
          headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const received = Buffer.concat(chunks).toString();
            const { statusCode = 0, headers: answered } = response;
            resolve({ status: statusCode, headers: answered, text: received, json: jsonIn(received) });
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  return { ...serving, ask };
};

const jsonIn = (text: string): Record<string, unknown> => {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  const last = lines.at(-1)?.slice('data: '.length) ?? text;
  return last === '' ? {} : (JSON.parse(last) as Record<string, unknown>);
};

/** Headers of a client of the stateless revision. */
export const modernHeaders = (method: string, name?: string): OutgoingHttpHeaders => ({
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
});

/** Headers of a client in a session. */
export const sessionHeaders: OutgoingHttpHeaders = { accept: 'application/json, text/event-stream' };
