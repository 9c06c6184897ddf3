import { UpstreamError } from '@recourse/upstream';
import type { ReadFetch } from '@recourse/upstream';
import type { Turns } from './turns.ts';

interface LimitOptions {
  readonly turns: Turns;
  /** For one request. */
  readonly timeoutMs: number;
  /** Whether the request can change anything. */
  readonly writes: boolean;
  /** For all requests of the call that this one belongs to. */
  readonly timeLeft?: () => number;
}

/** No write is begun with less time than this: it would only be aborted, with an unknown effect. */
const shortestWriteMs = 500;

/**
 * Sends a request when it is its turn, with what is left of the time of its call. GitHub counts what comes at once, and
 * a request's own time begins when it is sent.
 */
export const createLimitedFetch =
  (inner: ReadFetch, { turns, timeoutMs, writes, timeLeft }: LimitOptions): ReadFetch =>
  async (address, init) => {
    await turns.take({ signal: init?.signal, timeLeft });
    try {
      const left = timeLeft?.() ?? timeoutMs;
      if (left <= (writes ? Math.min(shortestWriteMs, timeoutMs / 2) : 0)) throw new UpstreamError('connect_timeout');
      return await inner(address, { ...init, timeoutMs: Math.min(timeoutMs, left) });
    } finally {
      turns.end();
    }
  };
