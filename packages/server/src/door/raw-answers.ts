import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';
import { answerFailure } from '../wire/http/answer.ts';

/** Refuses a connection beyond the limit. */
export const answerCrowd = (socket: Socket, limit: number): void =>
  answerRaw(socket, fail('RATE_LIMIT_CONCURRENCY', { limit, of: 'connections' }, { http: 503 }));

const reasons: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'its headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'it took too long to arrive' },
};

/**
 * Answers bytes that are not an HTTP request. Valid requests that came before them on the same connection are answered
 * first: the client matches answers to requests by their order.
 */
export const answerBrokenRequest = (
  error: Error & { readonly code?: string },
  socket: Socket,
  last: ServerResponse | undefined,
): void => {
  // Whatever follows on a broken connection is broken too.
  if (broken.has(socket)) return;
  broken.add(socket);
  const { status, reason } = reasons[error.code ?? ''] ?? { status: 400, reason: 'it is no HTTP request' };
  const failure = fail('VALIDATION_MALFORMED_REQUEST', { reason }, { http: status });
  if (!last) return answerRaw(socket, failure);
  // If the body of the last request is broken, its own response says so.
  if (!last.req.complete && !last.headersSent)
    return answerFailure(last, failure, { headers: { connection: 'close' } });
  const answer = (): void => (last.req.complete ? answerRaw(socket, failure) : void socket.destroy());
  if (last.writableFinished) answer();
  else last.once('close', answer);
};

const broken = new WeakSet<Socket>();

/** Writes the response by hand: without a request there is no response object. */
const answerRaw = (socket: Socket, failure: Failure): void => {
  if (!socket.writable || socket.destroyed) return void socket.destroy();
  const body = JSON.stringify(recourse.render(failure));
  const status = failure.http ?? 400;
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Not at once: closing a socket with unread input resets it, and the answer would be lost.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
};

const lingerMs = 1000;
