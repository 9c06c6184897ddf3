import { Agent, request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';

interface HttpQuestion {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The limit for the whole answer, to its last byte. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/**
 * Sends requests to one server over connections that stay open. Redirects are not followed, and nothing is
 * decompressed.
 */
export interface Exchange {
  ask(question: HttpQuestion): Promise<HttpAnswer>;
  close(): void;
}

/** Far above the size of any answer for a model. */
export const mostBytes = 16 * 1024 * 1024;
const mostSockets = 128;

export const createExchange = ({ protocol, hostname, port }: URL): Exchange => {
  const isSecure = protocol === 'https:';
  const agent = new (isSecure ? SecureAgent : Agent)({ keepAlive: true, maxSockets: mostSockets });
  const send = isSecure ? requestHttps : requestHttp;
  const ask = ({ method, path, headers, body, timeoutMs, signal }: HttpQuestion): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(endedBy('AbortError', 'The caller cancelled the call'));
      const asked = send({
        agent,
        method,
        path,
        // A URL writes an IPv6 address in brackets, and a socket takes it without.
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        headers: { ...headers, 'accept-encoding': 'identity', ...(body !== undefined && lengthOf(body)) },
      });
      const timer = setTimeout(
        () => asked.destroy(endedBy('TimeoutError', `No answer came within ${timeoutMs} ms`)),
        Math.min(timeoutMs, 2_147_483_647),
      );
      const abort = (): void => void asked.destroy(endedBy('AbortError', 'The caller cancelled the call'));
      signal?.addEventListener('abort', abort, { once: true });
      asked.on('close', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
      asked.on('error', reject);
      asked.on('response', (response) => {
        readAll(response).then(resolve, (error: unknown) => {
          asked.destroy();
          reject(error);
        });
      });
      asked.end(body);
    });
  return { ask, close: () => agent.destroy() };
};

const lengthOf = (body: string): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
});

const readAll = async (response: IncomingMessage): Promise<HttpAnswer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) throw unreadable(`The answer is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks, length) };
};

const endedBy = (name: 'AbortError' | 'TimeoutError', message: string): Error =>
  Object.assign(new Error(message), { name });

/** There is an answer, and nothing can be made of it: what it was the answer to may have been done. */
export const unreadable = (message: string): Error =>
  Object.assign(new Error(message), { name: 'UnreadableAnswerError' });
