import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { HeaderSource } from '../answers/answer.ts';
import { readMessage } from './read-message.ts';
import { tellApart } from './tell-apart.ts';
import { UpstreamError } from './upstream-error.ts';

export interface RequestBounds {
  readonly maxBytes: number;
  /** Where names lead to. Sockets connect to what it answers and to nothing else; addresses are not looked up. */
  readonly lookup?: LookupFunction;
  /** How many connections to one host at most; further requests wait for one. */
  readonly connections?: number;
}

/** One request. Its target is sent as it stands: whoever builds it encodes it. */
export interface BoundedRequest {
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For connecting, the answer and its whole body together. */
  readonly timeoutMs: number;
  /** For connecting alone; only `timeoutMs` unless given. */
  readonly connectMs?: number;
  /** The longest time without a byte once connected; only `timeoutMs` unless given. */
  readonly silenceMs?: number;
  readonly signal?: AbortSignal;
}

/** An answer whose body has been read and unpacked. */
export interface BoundedAnswer {
  readonly status: number;
  readonly headers: HeaderSource;
  readonly body: Buffer;
}

/** Sends one request within bounds. */
export type SendBounded = (request: BoundedRequest) => Promise<BoundedAnswer>;

/** Shorter than the five seconds after which many servers close: nothing is sent into a connection that just ends. */
const idleMs = 4000;

/**
 * Requests over sockets of our own, with the bounds of `createBoundedFetch` and for a third of its cost. Unlike `fetch`
 * it lets the address that a name leads to be judged before it is connected to. Whatever fails is an `UpstreamError`.
 */
export const createBoundedRequest = ({ maxBytes, lookup, connections = 64 }: RequestBounds): SendBounded => {
  const pool = { keepAlive: true, maxSockets: connections, timeout: idleMs, ...(lookup && { lookup }) };
  const agents = { http: new HttpAgent(pool), https: new HttpsAgent(pool) };
  // Most callers have one host.
  let place = placeOf('http://localhost');

  return async ({ origin, target, method, headers, body, signal, ...limits }: BoundedRequest) => {
    const { timeoutMs, connectMs, silenceMs } = limits;
    if (signal?.aborted) throw new UpstreamError('aborted');
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
    const cancel = (): void => stop(new UpstreamError('aborted'));
    signal?.addEventListener('abort', cancel, { once: true });
    let status: number | undefined;
    try {
      const message = await answerOf(request, body);
      status = message.statusCode ?? 0;
      // The answer to HEAD announces a body that does not come.
      const most = method === 'HEAD' ? Infinity : maxBytes;
      const read = await readMessage(message, most);
      // A body that only the end of its connection ends looks whole when we end it.
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
  // A socket wants an address of IPv6 without its brackets.
  return { origin, secure: protocol === 'https:', host: hostname.replace(/^\[|\]$/g, ''), port };
};

const answerOf = (request: ClientRequest, body: string | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Also after the answer: what ends a connection late must not end the process.
    request.on('error', reject);
    request.end(body);
  });

/** Before its connection is open, nothing of a request has been sent. */
const isOpen = (socket: Socket): boolean =>
  !socket.connecting && !(socket instanceof TLSSocket && socket.getFinished() === undefined);

const headersOf = ({ headers }: IncomingMessage): HeaderSource => ({
  get: (name) => {
    const value = headers[name] ?? headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  },
});
