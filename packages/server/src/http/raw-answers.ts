import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';
import { answerFailure } from './answer.ts';

/** Answers a connection that is one too many. */
export const answerCrowd = (socket: Socket, limit: number): void =>
  answerRaw(socket, fail('RATE_LIMIT_CONCURRENCY', { limit, of: 'connections' }, { http: 503 }));

const reasons: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'its headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'it took too long to arrive' },
};

/**
 * Answers bytes that never became an HTTP request. Whoever sent good requests before them, on the same connection, gets
 * those answers first: an answer that overtakes another is taken for it.
 */
export const answerBrokenRequest = (
  error: Error & { readonly code?: string },
  socket: Socket,
  last: ServerResponse | undefined,
): void => {
  // The rest of what is broken is broken too.
  if (broken.has(socket)) return;
  broken.add(socket);
  const { status, reason } = reasons[error.code ?? ''] ?? { status: 400, reason: 'it is no HTTP request' };
  const failure = fail('VALIDATION_MALFORMED_REQUEST', { reason }, { http: status });
  if (!last) return answerRaw(socket, failure);
  // What is broken may be the body of the last request; then its response is the place to say so.
  if (!last.req.complete && !last.headersSent)
    return answerFailure(last, failure, { headers: { connection: 'close' } });
  const answer = (): void => (last.req.complete ? answerRaw(socket, failure) : void socket.destroy());
  if (last.writableFinished) answer();
  else last.once('close', answer);
};

const broken = new WeakSet<Socket>();

/** Written by hand: there is no response object for what was no request. */
const answerRaw = (socket: Socket, failure: Failure): void => {
  if (!socket.writable || socket.destroyed) return void socket.destroy();
  const body = JSON.stringify(recourse.render(failure));
  const status = failure.http ?? 400;
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Not at once: what has come in and was not read would take the answer away with it.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
};

const lingerMs = 1000;
