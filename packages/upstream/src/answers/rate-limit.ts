import type { HeaderSource } from './answer.ts';
import { readRateLimitFields } from './rate-limit-fields.ts';

/** How a limit stands by the headers of an answer. */
export interface RateLimit {
  readonly limit?: number;
  readonly remaining?: number;
  /** Milliseconds since 1970. */
  readonly resetsAt?: number;
  /** Which of several limits it is, where the upstream says so. */
  readonly name?: string;
  /** How long a window is, where the upstream says so. */
  readonly window?: 'second' | 'minute' | 'hour' | 'day';
}

/** The spellings in use: GitHub's, that of the old draft of the IETF, and that with one more hyphen. */
const prefixes = ['x-ratelimit-', 'ratelimit-', 'x-rate-limit-'];

const windows: Readonly<Record<number, RateLimit['window']>> = {
  1: 'second',
  60: 'minute',
  3600: 'hour',
  86400: 'day',
};
const latest = Date.UTC(9999, 0, 1);
/** Reads the rate-limit headers of an answer, one for each number or all in one; what it does not say is absent. */
export const readRateLimit = (headers: HeaderSource, now: number): RateLimit => {
  const fields = readRateLimitFields(headers);
  const limit = count(first(headers, 'limit')) ?? fields.limit;
  const remaining = count(first(headers, 'remaining')) ?? fields.remaining;
  const resetsAt = readReset(first(headers, 'reset') ?? fields.resetSeconds, now);
  const name = first(headers, 'resource') ?? fields.name;
  const window = fields.windowSeconds === undefined ? undefined : windows[fields.windowSeconds];
  return {
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(resetsAt !== undefined && { resetsAt }),
    ...(name !== undefined && /^[\w-]{1,64}$/.test(name) && { name }),
    ...(window && { window }),
  };
};

const first = (headers: HeaderSource, field: string): string | undefined => {
  for (const prefix of prefixes) {
    const text = headers.get(prefix + field)?.trim();
    if (text) return text;
  }
  return undefined;
};

/** A number; old drafts let policies follow it, as in `100, 100;w=60`. */
const count = (text: string | undefined): number | undefined => {
  const [before = ''] = text?.split(/[,;]/, 1) ?? [];
  const number = before.trim() === '' ? Number.NaN : Number(before);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

/** A moment in seconds or milliseconds since 1970, or a number of seconds from now: told apart by its size. */
const readReset = (given: string | number | undefined, now: number): number | undefined => {
  const number = Number(given ?? Number.NaN);
  if (!Number.isFinite(number) || number < 0) return undefined;
  const ms = number > 1e11 ? number : number > 1e9 ? number * 1000 : now + number * 1000;
  return ms <= latest ? Math.round(ms) : undefined;
};
