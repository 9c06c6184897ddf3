import { readBody } from './read-body.ts';
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

/**
 * A `fetch` whose answers are bounded in time and size. The body has been read when it answers, so that nothing goes
 * wrong afterwards; a redirect is an answer and not followed. Whatever fails is an `UpstreamError`.
 */
export const createBoundedFetch = ({ timeoutMs, maxBytes, fetch: given }: FetchBounds): typeof fetch => {
  return async (input, init = {}) => {
    const { signal: outer } = init;
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(), timeoutMs);
    const signal = outer ? AbortSignal.any([outer, timer.signal]) : timer.signal;
    let status: number | undefined;
    try {
      const response = await (given ?? fetch)(input, { ...init, redirect: 'manual', signal });
      status = response.status;
      const body = bodiless.has(status) ? null : await readBody(response, maxBytes);
      return new Response(body, { status, statusText: response.statusText, headers: response.headers });
    } catch (thrown) {
      if (thrown instanceof UpstreamError) throw thrown;
      const facts = { cause: thrown, ...(status !== undefined && { status }) };
      if (outer?.aborted) throw new UpstreamError('aborted', facts);
      if (timer.signal.aborted) throw new UpstreamError('timeout', facts);
      const { end, code } = tellApart(thrown);
      throw new UpstreamError(end, { ...facts, ...(code !== undefined && { code }) });
    } finally {
      clearTimeout(timeout);
    }
  };
};
