import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';

/** Answers a connection that is one too many. */
export const answerCrowd = (socket: Duplex, limit: number): void =>
  answerRaw(socket, fail('RATE_LIMIT_CONCURRENCY', { limit, of: 'connections' }, { http: 503 }));

const reasons: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'its headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'it took too long to arrive' },
};

/** Answers bytes that never became an HTTP request. */
export const answerBrokenRequest = (error: Error & { readonly code?: string }, socket: Duplex): void => {
  const { status, reason } = reasons[error.code ?? ''] ?? { status: 400, reason: 'it is no HTTP request' };
  answerRaw(socket, fail('VALIDATION_MALFORMED_REQUEST', { reason }, { http: status }));
};

/** Written by hand: there is no response object for what was no request. */
const answerRaw = (socket: Duplex, failure: Failure): void => {
  if (!socket.writable || socket.destroyed) return void socket.destroy();
  const body = JSON.stringify(recourse.render(failure));
  const status = failure.http ?? 400;
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
};
