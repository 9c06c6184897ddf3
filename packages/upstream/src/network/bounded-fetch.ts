import { createBoundedRequest } from './bounded-request.ts';
import { ReadResponse } from './read-response.ts';
import type { ReadFetch } from './read-response.ts';

/** The limits of each request; an `init` can give others. */
export interface FetchBounds {
  /** Covers connecting, the answer and its whole body. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * Makes `createBoundedRequest` callable like `fetch`, for clients that need one. Redirects are not followed. Every
 * failure is an `UpstreamError`.
 */
export const createBoundedFetch = (bounds: FetchBounds): ReadFetch => {
  const send = createBoundedRequest({ maxBytes: bounds.maxBytes });
  return async (address, { method = 'GET', headers = {}, body, signal, ...limits } = {}) => {
    const { origin, pathname, search } = new URL(address);
    const answer = await send({
      origin,
      target: `${pathname}${search}`,
      method,
      headers,
      timeoutMs: limits.timeoutMs ?? bounds.timeoutMs,
      maxBytes: limits.maxBytes ?? bounds.maxBytes,
      ...(body && { body: bytesOf(body) }),
      ...(signal && { signal }),
    });
    const entries = answer.headers.entries().map(([name, value]): [string, string] => [name, value]);
    return new ReadResponse(new Uint8Array(answer.body).buffer, {
      status: answer.status,
      headers: new Headers(entries),
    });
  };
};

const bytesOf = (body: NonNullable<RequestInit['body']>): string | Uint8Array => {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('The body of a request must be a string or a Uint8Array');
};
