import type { AnswerCache } from './answer-cache.ts';

/**
 * Asks GitHub whether what was read before has changed. Every answer is confirmed by GitHub, so that nothing stale is
 * shown; a confirmation costs nothing of the rate limit. The cache belongs to one token.
 */
export const createConditionalFetch =
  (inner: typeof fetch, cache: AnswerCache): typeof fetch =>
  async (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return inner(input, init);
    const headers = new Headers(init.headers);
    const key = `${String(input)} ${headers.get('accept') ?? ''}`;
    const kept = cache.get(key);
    if (kept) headers.set('if-none-match', kept.etag);
    const response = await inner(input, { ...init, headers });
    if (response.status === 304 && kept) {
      // What the confirmation says anew, such as the limits, counts; what it leaves out is as it was.
      const merged = new Headers(kept.headers);
      for (const [name, value] of response.headers) if (name !== 'content-length') merged.set(name, value);
      return new Response(kept.body, { status: 200, headers: merged });
    }
    const etag = response.headers.get('etag');
    if (response.status !== 200 || !etag) {
      cache.delete(key);
      return response;
    }
    const body = await response.arrayBuffer();
    cache.set(key, { etag, headers: response.headers, body });
    return new Response(body, { status: 200, headers: response.headers });
  };
