import type { FetchBounds } from './bounded-fetch.ts';
import { readBody } from './read-body.ts';
import { ReadResponse } from './read-response.ts';
import type { ReadFetch } from './read-response.ts';
import { tellApart } from './tell-apart.ts';
import { UpstreamError } from './upstream-error.ts';

/** Statuses whose answers have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);
const nothing = new ArrayBuffer(0);

/** Puts the limits of `createBoundedFetch` on someone else's `fetch`, such as one that goes through a proxy. */
export const boundFetch =
  (given: typeof fetch, bounds: FetchBounds): ReadFetch =>
  async (address, { timeoutMs = bounds.timeoutMs, maxBytes = bounds.maxBytes, ...init } = {}) => {
    const { signal: outer } = init;
    if (outer?.aborted) throw new UpstreamError('aborted', { sent: false });
    const inner = new AbortController();
    let timedOut = false;
    const timeout = setTimeout(() => {
      timedOut = true;
      inner.abort();
    }, timeoutMs);
    const cancel = (): void => inner.abort();
    outer?.addEventListener('abort', cancel, { once: true });
    let status: number | undefined;
    try {
      const response = await given(address, { ...init, redirect: 'manual', signal: inner.signal });
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
