import { ReadResponse } from '@recourse/upstream';
import type { ReadFetch } from '@recourse/upstream';
import type { AnswerCache } from './answer-cache.ts';

/**
 * Asks GitHub whether what was read before has changed. Every answer is confirmed by GitHub, so that nothing stale is
 * shown; a confirmation costs nothing of the rate limit. The cache belongs to one token.
 */
export const createConditionalFetch =
  (inner: ReadFetch, cache: AnswerCache): ReadFetch =>
  async (address, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return inner(address, init);
    const key = `${address} ${init.headers?.['accept'] ?? ''}`;
    const kept = cache.get(key);
    const response = await inner(
      address,
      kept ? { ...init, headers: { ...init.headers, 'if-none-match': kept.etag } } : init,
    );
    if (response.status === 304 && kept) {
      // Headers of the confirmation, such as the limits, replace the kept ones; the others stay as they were.
      const headers = new Headers(kept.headers);
      for (const [name, value] of response.headers) if (name !== 'content-length') headers.set(name, value);
      return new ReadResponse(kept.body, { status: 200, headers });
    }
    const etag = response.headers.get('etag');
    if (response.status === 200 && etag) {
      cache.set(key, { etag, headers: response.headers, body: await response.arrayBuffer() });
    } else cache.delete(key);
    return response;
  };
