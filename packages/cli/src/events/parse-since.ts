import { UsageError } from '../errors/operator-error.ts';
import { parseDuration } from '../terminal/durations.ts';

/** Reads a time span before now (`10m`), or a date or time in ISO 8601, as the log writes times. */
export const parseSince = (text: string, now: number): string => {
  const span = parseDuration(text);
  if (span !== undefined) return new Date(now - span).toISOString();
  const isDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text);
  const time = isDate ? Date.parse(withZone(text)) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new UsageError(`'${text}' is not a time: use 90s, 10m, 2h or 1d, or 2026-01-31T12:00:00Z.`);
  }
  return new Date(time).toISOString();
};

/** A time without a zone is UTC, as in the log; a date alone is that already. */
const withZone = (text: string): string =>
  /[T ]/.test(text) && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? `${text.replace(' ', 'T')}Z` : text.replace(' ', 'T');
