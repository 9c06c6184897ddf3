import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { HeaderSource } from '../answers/answer.ts';
import { readMessage } from './read-message.ts';
import { tellApart } from './tell-apart.ts';
import { UpstreamError } from './upstream-error.ts';

/** The limits that all requests of one sender share. */
export interface RequestBounds {
  readonly maxBytes: number;
  /** Resolves names. Sockets connect only to the addresses it returns; a literal address is not looked up. */
  readonly lookup?: LookupFunction;
  /** The most connections to one host; further requests wait for a free one. */
  readonly connections?: number;
}

/** One request. The sender does not encode the target. */
export interface BoundedRequest {
  /** Scheme, host and port; the rest of an address is ignored. */
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Covers connecting, the answer and its whole body. */
  readonly timeoutMs: number;
  /** Covers connecting alone; defaults to `timeoutMs`. */
  readonly connectMs?: number;
  /** The longest time without a byte once connected; defaults to `timeoutMs`. */
  readonly silenceMs?: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** Headers of an answer. */
interface AnswerHeaders extends HeaderSource {
  entries(): readonly (readonly [name: string, value: string])[];
}

/** An answer whose body has been read and unpacked. */
export interface BoundedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer;
}

/** Sends one request within bounds. */
export type SendBounded = (request: BoundedRequest) => Promise<BoundedAnswer>;

/** Many servers close idle connections after 5 s. Closing earlier avoids sending into a connection that just ends. */
const idleMs = 4000;

/**
 * Sends requests over its own sockets, for a third of the cost of the platform's `fetch`. A `lookup` can reject an
 * address before anything connects to it. Redirects are not followed. Every failure is an `UpstreamError`.
 */
export const createBoundedRequest = ({ maxBytes: mostBytes, lookup, connections = 64 }: RequestBounds): SendBounded => {
  const pool = { keepAlive: true, maxSockets: connections, timeout: idleMs, ...(lookup && { lookup }) };
  const agents = { http: new HttpAgent(pool), https: new HttpsAgent(pool) };
  // Most callers have one host.
  let place = placeOf('http://localhost');

  return async ({ origin, target, method, headers, body, signal, ...limits }: BoundedRequest) => {
    const { timeoutMs, connectMs, silenceMs, maxBytes = mostBytes } = limits;
    if (signal?.aborted) throw new UpstreamError('aborted', { sent: false });
    if (place.origin !== origin) place = placeOf(origin);
    const { secure, host, port } = place;
    const sent: OutgoingHttpHeaders = { 'accept-encoding': 'gzip, deflate, br', ...headers };
    if (body !== undefined) sent['content-length'] = Buffer.byteLength(body);
    const request = (secure ? httpsRequest : httpRequest)({
      agent: secure ? agents.https : agents.http,
      host,
      port,
      path: target,
      method,
      headers: sent,
    });
    let connected = false;
    let connecting: NodeJS.Timeout | undefined;
    const connect = (): void => {
      connected = true;
      clearTimeout(connecting);
    };
    request.once('socket', (socket) => {
      if (isOpen(socket)) connect();
      else socket.once(secure ? 'secureConnect' : 'connect', connect);
    });
    let stopped: UpstreamError | undefined;
    const stop = (error: UpstreamError): void => {
      stopped ??= error;
      request.destroy(error);
    };
    const timeout = setTimeout(() => stop(new UpstreamError(connected ? 'timeout' : 'connect_timeout')), timeoutMs);
    if (connectMs !== undefined) {
      connecting = setTimeout(() => stop(new UpstreamError('connect_timeout')), connectMs);
    }
    if (silenceMs !== undefined) {
      request.setTimeout(silenceMs, () => stop(new UpstreamError(connected ? 'timeout' : 'connect_timeout')));
    }
    const cancel = (): void => stop(new UpstreamError('aborted', { sent: connected }));
    signal?.addEventListener('abort', cancel, { once: true });
    let status: number | undefined;
    try {
      const message = await answerOf(request, body);
      status = message.statusCode ?? 0;
      // An answer to HEAD announces a body and has none.
      const most = method === 'HEAD' ? Infinity : maxBytes;
      const read = await readMessage(message, most);
      // Without a content-length, closing the connection ourselves makes a partial body look whole.
      if (stopped) throw stopped;
      return { status, headers: headersOf(message), body: read };
    } catch (thrown) {
      if (stopped) throw stopped;
      if (thrown instanceof UpstreamError) throw thrown;
      const { end, code } = tellApart(thrown);
      throw new UpstreamError(end === 'dropped' && !connected ? 'unreachable' : end, {
        cause: thrown,
        ...(code !== undefined && { code }),
        ...(status !== undefined && { status }),
      });
    } finally {
      clearTimeout(timeout);
      clearTimeout(connecting);
      signal?.removeEventListener('abort', cancel);
    }
  };
};

const placeOf = (origin: string) => {
  const { protocol, hostname, port } = new URL(origin);
  // Sockets take IPv6 addresses without brackets.
  return { origin, secure: protocol === 'https:', host: hostname.replace(/^\[|\]$/g, ''), port };
};

const answerOf = (request: ClientRequest, body: string | Uint8Array | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays after the answer: an unhandled late error would end the process.
    request.on('error', reject);
    request.end(body);
  });

/** Before its connection is open, nothing of a request has been sent. */
const isOpen = (socket: Socket): boolean =>
  !socket.connecting && !(socket instanceof TLSSocket && socket.getFinished() === undefined);

const headersOf = ({ headers }: IncomingMessage): AnswerHeaders => ({
  get: (name) => joined(headers[name] ?? headers[name.toLowerCase()]),
  entries: () => Object.entries(headers).map(([name, value]) => [name, joined(value) ?? ''] as const),
});

const joined = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.join(', ');
