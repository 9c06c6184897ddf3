import type { HeaderSource } from './answer.ts';

/** No upstream's word binds for longer. */
const longestMs = 31 * 24 * 3_600_000;

/** How long to wait by `Retry-After`, which is a number of seconds or a date; undefined if it is neither. */
export const readRetryAfterMs = (headers: HeaderSource, now: number): number | undefined => {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  // HTTP's dates begin with the day of the week; the parser would make a date of anything.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : date - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), longestMs) : undefined;
};
