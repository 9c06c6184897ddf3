import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';
import { answerFailure, retryHeader } from '../wire/http/answer.ts';

/** Refuses a connection beyond the limit. */
export const answerCrowd = (socket: Socket, limit: number): Failure =>
  answerRaw(
    socket,
    fail('RATE_LIMIT_CONCURRENCY', { limit, of: 'connections' }, { http: 503, retry_after_ms: crowdRetryMs }),
  );

const crowdRetryMs = 1000;

/** Refuses CONNECT, for which Node has no response: the connection would become a tunnel. */
export const answerTunnel = (socket: Socket): Failure =>
  answerRaw(
    socket,
    fail(
      'VALIDATION_MALFORMED_REQUEST',
      { reason: 'this server is not a proxy', expected: 'GET or POST' },
      { http: 405 },
    ),
    { allow: 'GET, POST, DELETE, OPTIONS' },
  );

const reasons: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'the headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'the request took too long to arrive' },
};

/**
 * Answers bytes that are not an HTTP request. Valid requests that came before them on the same connection are answered
 * first: the client matches answers to requests by their order.
 */
export const answerBrokenRequest = (
  error: Error & { readonly code?: string },
  socket: Socket,
  last: ServerResponse | undefined,
): Failure | undefined => {
  // All data that follows on a broken connection is broken too.
  if (broken.has(socket)) return undefined;
  broken.add(socket);
  const { status, reason } = reasons[error.code ?? ''] ?? { status: 400, reason: 'not an HTTP request' };
  const failure = fail('VALIDATION_MALFORMED_REQUEST', { reason }, { http: status });
  if (!last) return answerRaw(socket, failure);
  // If the body of the last request is broken, its own response says so.
  if (!last.req.complete && !last.headersSent) {
    answerFailure(last, failure, { headers: { connection: 'close' } });
    return failure;
  }
  const answer = (): void => {
    if (last.req.complete) answerRaw(socket, failure);
    else socket.destroy();
  };
  if (last.writableFinished) answer();
  else last.once('close', answer);
  return failure;
};

const broken = new WeakSet<Socket>();

/** Writes the response by hand: without a request there is no response object. */
const answerRaw = (socket: Socket, failure: Failure, headers: Readonly<Record<string, string>> = {}): Failure => {
  if (!socket.writable || socket.destroyed) {
    socket.destroy();
    return failure;
  }
  const lines = Object.entries({ ...retryHeader(failure), ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = JSON.stringify(recourse.render(failure));
  const status = failure.http ?? 400;
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n${lines.join('')}\r\n${body}`,
  );
  // Not at once: closing a socket with unread input resets it, and the answer would be lost.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
  return failure;
};

const lingerMs = 1000;
