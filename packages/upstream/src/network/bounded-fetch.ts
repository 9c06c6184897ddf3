import { readBody } from './read-body.ts';
import { ReadResponse } from './read-response.ts';
import type { ReadFetch } from './read-response.ts';
import { tellApart } from './tell-apart.ts';
import { UpstreamError } from './upstream-error.ts';

export interface FetchBounds {
  /** For connecting, the answer and its whole body together. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** What the request is made with; the platform's unless given. */
  readonly fetch?: typeof fetch;
}

/** Statuses whose answers have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);
const nothing = new ArrayBuffer(0);

/**
 * A `fetch` whose answers are bounded in time and size. The body has been read when it answers, so that nothing goes
 * wrong afterwards; a redirect is an answer and not followed. Whatever fails is an `UpstreamError`.
 */
export const createBoundedFetch = ({ timeoutMs, maxBytes, fetch: given }: FetchBounds): ReadFetch => {
  return async (address, init = {}) => {
    const { signal: outer } = init;
    const inner = new AbortController();
    let timedOut = false;
    const timeout = setTimeout(() => {
      timedOut = true;
      inner.abort();
    }, timeoutMs);
    const cancel = (): void => inner.abort();
    outer?.addEventListener('abort', cancel, { once: true });
    if (outer?.aborted) cancel();
    let status: number | undefined;
    try {
      const response = await (given ?? fetch)(address, { ...init, redirect: 'manual', signal: inner.signal });
      status = response.status;
      const body = bodiless.has(status) ? nothing : await readBody(response, maxBytes);
      return new ReadResponse(body, response);
    } catch (thrown) {
      if (thrown instanceof UpstreamError) throw thrown;
      const facts = { cause: thrown, ...(status !== undefined && { status }) };
      if (outer?.aborted) throw new UpstreamError('aborted', facts);
      if (timedOut) throw new UpstreamError('timeout', facts);
      const { end, code } = tellApart(thrown);
      throw new UpstreamError(end, { ...facts, ...(code !== undefined && { code }) });
    } finally {
      clearTimeout(timeout);
      outer?.removeEventListener('abort', cancel);
    }
  };
};
